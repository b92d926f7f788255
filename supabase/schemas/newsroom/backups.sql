-- Backups and the drills that restore them, as `npm run backup` records them with the secret key: the dashboard tells super
-- admins of the last ones.

create table public.backup_runs (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('backup', 'drill')),
  started_at timestamptz not null default now(),
  -- Null: it runs, or its process was killed.
  ended_at timestamptz,
  -- Of a drill: all that was restored is equal.
  is_ok boolean,
  -- What was found, or why it failed.
  what text check (char_length(what) <= 2000),
  -- The file of the backup.
  archive text check (char_length(archive) <= 200),
  -- Of a drill: the pages that were compared.
  pages integer check (pages >= 0),
  constraint backup_runs_ended_check check ((ended_at is null) = (is_ok is null))
);
create index backup_runs_kind_idx on public.backup_runs (kind, id desc);
alter table public.backup_runs enable row level security;
grant select on public.backup_runs to authenticated;
-- As any project has it, whatever its default privileges.
revoke all on sequence public.backup_runs_id_seq from service_role;
grant usage on sequence public.backup_runs_id_seq to service_role;
create policy "super admins and editors see backups" on public.backup_runs for select to authenticated
using ((select public.has_role('super_admin', 'editor')));
