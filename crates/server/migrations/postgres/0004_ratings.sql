-- Glicko-2, one rating for each speed.
create table ratings (
  user_id bigint not null references users(id) on delete cascade,
  speed smallint not null,
  rating double precision not null,
  deviation double precision not null,
  volatility double precision not null,
  games integer not null,
  wins integer not null,
  losses integer not null,
  rated_at bigint not null,
  primary key (user_id, speed)
);
create index ratings_board on ratings(speed, rating);

-- The key makes it impossible to rate a game twice.
create table rating_changes (
  game_id text not null references games(id) on delete cascade,
  user_id bigint not null references users(id) on delete cascade,
  speed smallint not null,
  at bigint not null,
  rating_before double precision not null,
  rating_after double precision not null,
  deviation double precision not null,
  primary key (game_id, user_id)
);
create index rating_changes_user on rating_changes(user_id, speed, at);
