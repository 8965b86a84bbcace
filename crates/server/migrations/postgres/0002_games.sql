-- Games: one row is the whole live state, so that a move is one guarded update (only if the version is the one
-- that was read). The row alone is also the complete record of the game.

-- status: 0 opening, 1 playing, 2 ended. result: 0 White, 1 Black, 2 draw, 3 none. game_type: bits 1 mosquito,
-- 2 ladybug, 4 pillbug. rules: bits 1 tournament opening, 2 third repetition ends. mode: 0 Fischer,
-- 1 correspondence, 2 untimed. visibility: 0 public, 1 by link, 2 players only.
create table games (
  id text primary key check (length(id) = 10),
  version integer not null check (version >= 1),
  ply integer not null,
  status smallint not null check (status between 0 and 2),
  result smallint check (result between 0 and 3),
  reason smallint,
  white_id bigint not null references users(id),
  black_id bigint not null references users(id),
  game_type smallint not null check (game_type between 0 and 7),
  rules smallint not null default 3,
  rated smallint not null check (rated in (0, 1)),
  speed smallint not null,
  mode smallint not null,
  base_ms bigint not null,
  inc_ms bigint not null,
  white_ms bigint not null,
  black_ms bigint not null,
  -- What is left of the compensation for lag.
  white_lag_ms integer not null,
  black_lag_ms integer not null,
  turn_at bigint not null,
  -- The last instant at which a received move still counts.
  deadline_at bigint,
  draw_offer smallint,
  takeback_offer smallint,
  white_offer_ply integer not null default -99,
  black_offer_ply integer not null default -99,
  -- Who asks for another game, and the game that came of it.
  rematch_offer smallint,
  rematch_id text references games(id),
  -- Moves in the notation of the Universal Hive Protocol, joined by `;`; hundredths of seconds, joined by `,`.
  moves text not null default '',
  times text not null default '',
  -- A cache of the position: unreadable or unknown means to replay the moves.
  snapshot text not null default '',
  encoding smallint not null default 1,
  white_rating integer,
  black_rating integer,
  visibility smallint not null default 0,
  source smallint not null default 0,
  created_at bigint not null,
  updated_at bigint not null,
  ended_at bigint,
  check ((status = 2) = (result is not null)),
  check (status <> 2 or deadline_at is null),
  check (white_id <> black_id)
) with (fillfactor=70);
create index games_deadline on games(deadline_at) where deadline_at is not null;
create index games_white on games(white_id, status, updated_at);
create index games_black on games(black_id, status, updated_at);
create index games_live on games(updated_at) where status < 2;
create index games_ended on games(ended_at, id) where status = 2;

-- What happened, by version: for clients that come back, for audit, and so that no command is done twice.
create table game_events (
  game_id text not null references games(id) on delete cascade,
  version integer not null,
  kind smallint not null,
  seat smallint,
  cmd_id text,
  data text not null,
  at bigint not null,
  primary key (game_id, version)
);
create unique index game_events_cmd on game_events(game_id, seat, cmd_id) where cmd_id is not null;

-- A computer is to move. Written in the same statement as the move that calls it.
create table engine_jobs (
  game_id text primary key references games(id) on delete cascade,
  version integer not null,
  level smallint not null,
  due_at bigint not null,
  claimed_by text,
  claimed_until bigint,
  attempts smallint not null default 0
);
create index engine_jobs_due on engine_jobs(due_at);
