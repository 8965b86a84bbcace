-- What people say to and about each other.

-- room: `g:<game>:p` players, `g:<game>:s` spectators, `u:<low>:<high>` two people.
create table chat_lines (
  id integer primary key,
  room text not null,
  author_id integer not null references users(id) on delete cascade,
  body text not null check (length(body) between 1 and 500),
  at integer not null,
  hidden_by integer
) strict;
create index chat_room on chat_lines(room, id);

create table blocks (
  user_id integer not null references users(id) on delete cascade,
  other_id integer not null references users(id) on delete cascade,
  created_at integer not null,
  primary key (user_id, other_id)
) strict, without rowid;

-- state: 0 open, 1 upheld, 2 dismissed.
create table reports (
  id integer primary key,
  reporter_id integer not null references users(id),
  suspect_id integer not null references users(id),
  reason integer not null,
  game_id text references games(id),
  text text not null check (length(text) <= 2000),
  state integer not null default 0,
  handled_by integer,
  created_at integer not null,
  handled_at integer
) strict;
create index reports_open on reports(created_at) where state = 0;
create index reports_game on reports(game_id) where game_id is not null;

create table admin_log (
  id integer primary key,
  admin_id integer not null,
  action text not null,
  target text not null,
  detail text not null,
  at integer not null
) strict;
