-- How games begin: seeks are paired by the server, challenges are answered by a person.

-- pool: clock, game type, rules and rated as one word; only seeks with the same word meet.
create table seeks (
  id bigint primary key,
  user_id bigint not null references users(id) on delete cascade,
  pool text not null,
  rating integer not null,
  rating_min integer,
  rating_max integer,
  color smallint,
  -- A seek dies with the process that holds its socket.
  process_id text not null,
  created_at bigint not null,
  expires_at bigint not null,
  unique (user_id, pool)
);
create index seeks_pool on seeks(pool, created_at);
create index seeks_expiry on seeks(expires_at);

-- to_id is null for a link, which carries a secret. state: 0 open, 1 accepted, 2 declined, 3 canceled, 4 expired.
create table challenges (
  id text primary key,
  from_id bigint not null references users(id) on delete cascade,
  to_id bigint references users(id) on delete cascade,
  secret_hash text,
  terms text not null,
  state smallint not null default 0,
  game_id text references games(id),
  rematch_of text references games(id),
  created_at bigint not null,
  expires_at bigint not null
);
create index challenges_to on challenges(to_id) where state = 0;
create index challenges_from on challenges(from_id) where state = 0;
create index challenges_expiry on challenges(expires_at) where state = 0;
create unique index challenges_rematch on challenges(rematch_of) where state = 0 and rematch_of is not null;
