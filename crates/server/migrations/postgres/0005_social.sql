-- What people say to and about each other.

-- room: `g:<game>:p` players, `g:<game>:s` spectators, `u:<low>:<high>` two people.
create table chat_lines (
  id bigint primary key,
  room text not null,
  author_id bigint not null references users(id) on delete cascade,
  body text not null check (length(body) between 1 and 500),
  at bigint not null,
  hidden_by bigint
);
create index chat_room on chat_lines(room, id);

create table blocks (
  user_id bigint not null references users(id) on delete cascade,
  other_id bigint not null references users(id) on delete cascade,
  created_at bigint not null,
  primary key (user_id, other_id)
);

-- state: 0 open, 1 upheld, 2 dismissed.
create table reports (
  id bigint primary key,
  reporter_id bigint not null references users(id),
  suspect_id bigint not null references users(id),
  reason smallint not null,
  game_id text references games(id),
  text text not null check (length(text) <= 2000),
  state smallint not null default 0,
  handled_by bigint,
  created_at bigint not null,
  handled_at bigint
);
create index reports_open on reports(created_at) where state = 0;
create index reports_game on reports(game_id) where game_id is not null;

create table admin_log (
  id bigint primary key,
  admin_id bigint not null,
  action text not null,
  target text not null,
  detail text not null,
  at bigint not null
);
