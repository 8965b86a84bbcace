-- Glicko-2, one rating for each speed.
create table ratings (
  user_id integer not null references users(id) on delete cascade,
  speed integer not null,
  rating real not null,
  deviation real not null,
  volatility real not null,
  games integer not null,
  wins integer not null,
  losses integer not null,
  rated_at integer not null,
  primary key (user_id, speed)
) strict, without rowid;
create index ratings_board on ratings(speed, rating);

-- The key makes it impossible to rate a game twice.
create table rating_changes (
  game_id text not null references games(id) on delete cascade,
  user_id integer not null references users(id) on delete cascade,
  speed integer not null,
  at integer not null,
  rating_before real not null,
  rating_after real not null,
  deviation real not null,
  primary key (game_id, user_id)
) strict, without rowid;
create index rating_changes_user on rating_changes(user_id, speed, at);
