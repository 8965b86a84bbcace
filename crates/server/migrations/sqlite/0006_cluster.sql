-- Processes that serve this database, who is connected to them, and facts of the whole site.
create table processes (
  id text primary key,
  started_at integer not null,
  seen_at integer not null,
  build text not null,
  sockets integer not null default 0
) strict;

-- game_id is empty for "somewhere on the site".
create table presence (
  user_id integer not null,
  game_id text not null default '',
  process_id text not null references processes(id) on delete cascade,
  online integer not null,
  since integer not null,
  primary key (user_id, game_id, process_id)
) strict, without rowid;
create index presence_game on presence(game_id);
create index presence_process on presence(process_id);

-- alive_at: the last moment at which some process ran (for the credit after an outage); leader_at: the leader's
-- last sign of life; trimmed_until: up to which end of game old events have been removed.
create table meta (
  key text primary key,
  value text not null
) strict;
