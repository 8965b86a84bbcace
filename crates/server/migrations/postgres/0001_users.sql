-- People and what proves who they are. Identifiers are made by the application; times are Unix milliseconds;
-- enumerations are small numbers with a type on the Rust side, and their codes are only ever added to.

-- A guest is a row too, made at the first act; registering changes the same row, so that games stay.
-- kind: 0 person, 1 guest, 2 bot, 3 computer level. state: 0 open, 1 closed, 2 banned. role: bits 1 moderator, 2 admin.
create table users (
  id bigint primary key,
  kind smallint not null check (kind between 0 and 3),
  name text not null check (length(name) between 2 and 20),
  -- The name as it is compared: folded case, look-alikes mapped.
  name_key text not null unique,
  email text,
  email_key text unique,
  email_verified_at bigint,
  password_hash text,
  role smallint not null default 0,
  state smallint not null default 0 check (state in (0, 1, 2)),
  prefs text not null default '{}',
  country text,
  bio text,
  created_at bigint not null,
  seen_at bigint not null,
  -- A closed account forgets its password; every other person has one.
  check (kind <> 0 or password_hash is not null or state = 1)
);
create index users_idle_guests on users(seen_at) where kind = 1;

-- The computer's levels are users with reserved numbers, so that a game always has two.
insert into users (id, kind, name, name_key, created_at, seen_at) values
  (1, 3, 'Computer-1', 'computer_i', 0, 0),
  (2, 3, 'Computer-2', 'computer_2', 0, 0),
  (3, 3, 'Computer-3', 'computer_3', 0, 0),
  (4, 3, 'Computer-4', 'computer_4', 0, 0),
  (5, 3, 'Computer-5', 'computer_5', 0, 0),
  (6, 3, 'Computer-6', 'computer_6', 0, 0),
  (7, 3, 'Computer-7', 'computer_7', 0, 0),
  (8, 3, 'Computer-8', 'computer_8', 0, 0);

-- Only the SHA-256 of a token is kept: a stolen copy of the database opens no session.
create table sessions (
  token_hash text primary key,
  user_id bigint not null references users(id) on delete cascade,
  created_at bigint not null,
  used_at bigint not null,
  expires_at bigint not null,
  -- When the password was last typed: acts of administration ask for a recent one.
  confirmed_at bigint,
  user_agent text,
  ip_prefix text
);
create index sessions_user on sessions(user_id);
create index sessions_expiry on sessions(expires_at);

create table api_tokens (
  id bigint primary key,
  token_hash text not null unique,
  user_id bigint not null references users(id) on delete cascade,
  label text not null,
  scopes integer not null,
  created_at bigint not null,
  used_at bigint,
  expires_at bigint
);
create index api_tokens_user on api_tokens(user_id);

-- purpose: 0 verify an address, 1 reset a password.
create table email_tokens (
  token_hash text primary key,
  user_id bigint not null references users(id) on delete cascade,
  purpose smallint not null,
  email text not null,
  expires_at bigint not null
);
create index email_tokens_user on email_tokens(user_id);
create index email_tokens_expiry on email_tokens(expires_at);

-- Mail is sent by a task, never inside a request.
create table outbox_mail (
  id bigint primary key,
  to_addr text not null,
  template text not null,
  args text not null,
  due_at bigint not null,
  attempts smallint not null default 0,
  sent_at bigint
);
create index outbox_due on outbox_mail(due_at) where sent_at is null;

-- Limits that hold across processes and restarts: sign-in, reset, registration, new guests.
create table counters (
  key text primary key,
  window_at bigint not null,
  n integer not null
);
create index counters_window on counters(window_at);
