/* The audit log: who did what and when. Written by the triggers and functions below only, read by super admins, changed by
   nobody. Rows are kept for two years; the first entry of a day deletes older ones.
   A new kind of entry: the check below and src/domain/newsroom/audit-kind.ts, and what calls private.add_audit_entry with
   it. */

create table public.audit_log (
  id bigint generated always as identity primary key,
  created_at timestamptz not null default now(),
  kind text not null check (kind in ('sign-in', 'account-created', 'account-invited', 'account-deleted', 'role', 'publish',
    'unpublish', 'delete', 'restore', 'settings', 'export', 'second-factor', 'session', 'rights', 'preview', 'import',
    'import-undone', 'letter')),
  -- Without a foreign key, and with the name of that moment: an entry outlives the account. Null where no person of the
  -- staff acted: a visitor, the secret key, Supabase itself.
  actor_id uuid,
  actor_name text not null,
  -- The table and the id of what was changed.
  entity text,
  entity_id text,
  -- Its name or title at that moment. Null for readers' data: an erased address must not live on here.
  subject text,
  note text
);
create index audit_log_created_idx on public.audit_log (created_at desc);
create index audit_log_actor_idx on public.audit_log (actor_id, created_at desc);
create index audit_log_kind_idx on public.audit_log (kind, created_at desc);

-- What staff search.
create function public.search_text(public.audit_log) returns text
language sql immutable set search_path = ''
as $$ select private.fold_text(concat_ws(' ', $1.actor_name, $1.subject, $1.note)) $$;
grant execute on function public.search_text(public.audit_log) to authenticated;

alter table public.audit_log enable row level security;
revoke all on public.audit_log from service_role;
grant select on public.audit_log to authenticated, service_role;
create policy "super admins read the audit log" on public.audit_log for select to authenticated
using ((select public.has_role('super_admin')));
create trigger limit_added_rows after insert on public.audit_log referencing new table as added_now
for each statement execute function private.limit_added_rows('entries of the audit log', '50000');

-- Trigger: refuses every change but the removal of old entries.
create function private.refuse_audit_change() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if tg_op = 'DELETE' and old.created_at < now() - interval '2 years' then return old; end if;
  raise exception 'The audit log cannot be changed' using errcode = '42501';
end $$;
create trigger refuse_audit_change before update or delete on public.audit_log
for each row execute function private.refuse_audit_change();
create trigger refuse_audit_truncate before truncate on public.audit_log
for each statement execute function private.refuse_audit_change();

/* Who acts on an account through an edge function. The auth server carries out its requests in a connection of its own,
   which does not know the caller; so the function announces them right before. `account` is an id or e-mail address. */
create table private.announced_actors (
  account text primary key,
  actor_id uuid not null,
  created_at timestamptz not null default now(),
  -- Who gets the open stories of an account that is about to be removed (handle_user_deleted).
  heir_id uuid
);
alter table private.announced_actors enable row level security;

-- Announces who acts on an account. With the secret key only.
create function public.announce_actor(p_account text, p_actor uuid) returns void
language sql volatile security definer set search_path = ''
as $$
  delete from private.announced_actors where created_at < now() - interval '1 minute';
  insert into private.announced_actors (account, actor_id) values (lower(trim(p_account)), p_actor)
  on conflict (account) do update set actor_id = excluded.actor_id, created_at = now(), heir_id = null;
$$;
grant execute on function public.announce_actor(text, uuid) to service_role;

-- Announces who removes an account, and who gets its open stories. With the secret key only.
create function public.announce_removal(p_account uuid, p_actor uuid, p_heir uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  if p_heir = p_account or not exists (select 1 from public.profiles p where p.id = p_heir and p.role <> 'viewer') then
    raise exception 'This account cannot write stories' using errcode = '23514';
  end if;
  perform public.announce_actor(p_account::text, p_actor);
  update private.announced_actors set heir_id = p_heir where account = p_account::text;
end $$;
grant execute on function public.announce_removal(uuid, uuid, uuid) to service_role;

-- The caller is about to change their own account at the auth server, which does not know them in the database.
create function public.announce_own_change() returns void
language sql volatile security definer set search_path = ''
as $$ select public.announce_actor(auth.uid()::text, auth.uid()) where auth.uid() is not null $$;
grant execute on function public.announce_own_change() to authenticated;

-- Adds an entry. The actor is p_actor, the caller of the request, or who was announced for one of p_accounts; p_other names
-- one who is none of the staff. The note also says when it was one of many (bulk_change).
create function private.add_audit_entry(
  p_kind text, p_entity text, p_entity_id text, p_subject text, p_note text,
  p_actor uuid default null, p_accounts text[] default '{}', p_other text default null)
returns void
language plpgsql security definer set search_path = ''
as $$
declare
  actor uuid := coalesce(p_actor, auth.uid(), (
    select a.actor_id from private.announced_actors a
    where a.account = any (p_accounts) and a.created_at > now() - interval '1 minute' limit 1));
begin
  if not exists (select 1 from public.audit_log where created_at >= private.day_start(private.utc_day(now()))) then
    delete from public.audit_log where created_at < now() - interval '2 years';
  end if;
  insert into public.audit_log (kind, actor_id, actor_name, entity, entity_id, subject, note)
  values (p_kind, actor,
    coalesce(
      (select coalesce(p.full_name, p.email, 'Without a name') from public.profiles p where p.id = actor),
      case when actor is not null then 'Deleted account'
           when p_other is not null then p_other
           when current_setting('role', true) = 'service_role' then 'Secret key'
           else 'Supabase' end),
    p_entity, p_entity_id, left(p_subject, 300), left(nullif(concat_ws('. ', nullif(p_note, ''), nullif(current_setting('mantel.at_once', true), '')), ''), 2000));
end $$;

-- Accounts -----------------------------------------------------------------------------------------------------------

-- Sign-ins of staff. Readers' are left out: anybody could fill the log with them.
create function private.log_sign_in() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if exists (select 1 from public.profiles p where p.id = new.user_id and p.role <> 'viewer') then
    -- As JSON: the column is missing where the auth server is an old one.
    perform private.add_audit_entry('sign-in', null, null, null, to_jsonb(new) ->> 'user_agent', new.user_id);
  end if;
  return null;
end $$;
create trigger log_sign_in after insert on auth.sessions
for each row execute function private.log_sign_in();

-- New accounts and invitations, without the address of a reader who signs up. Whether an account is invited the auth
-- server writes later in its transaction, so this runs when that ends.
create function private.log_new_account() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare account record; is_sign_up boolean; accounts text[];
begin
  select u.id, u.email, u.invited_at, u.confirmation_sent_at, p.full_name into account
  from auth.users u join public.profiles p on p.id = u.id where u.id = new.id;
  -- A new account that is invited runs this twice, at the insert of its profile and the update of invited_at.
  if not found or tg_table_name = 'users' and exists (
    select 1 from public.audit_log l where l.kind = 'account-invited' and l.entity_id = account.id::text
    and l.created_at > now() - interval '1 minute') then return null; end if;
  accounts := array[account.id::text, lower(account.email)];
  is_sign_up := account.invited_at is null and account.confirmation_sent_at is not null;
  perform private.add_audit_entry(
    case when account.invited_at is null then 'account-created' else 'account-invited' end,
    'profiles', account.id::text, case when not is_sign_up then account.email end,
    case when is_sign_up then 'Signed up' else account.full_name end,
    null, case when is_sign_up then '{}' else accounts end, case when is_sign_up then 'Visitor' end);
  return null;
end $$;
create constraint trigger log_new_account after insert on public.profiles
deferrable initially deferred for each row execute function private.log_new_account();
create constraint trigger log_invitation after update of invited_at on auth.users
deferrable initially deferred for each row when (new.invited_at is distinct from old.invited_at)
execute function private.log_new_account();

-- New roles and deleted accounts, without the address of a deleted reader. The profile of a deleted account may stay.
create function private.log_profile_change() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  accounts text[] := array[old.id::text, lower(old.email)];
  staff_email text := case when old.role <> 'viewer' then old.email end;
begin
  if tg_op = 'DELETE' or new.removed_at is not null then
    perform private.add_audit_entry('account-deleted', 'profiles', old.id::text, coalesce(old.full_name, staff_email),
      staff_email, null, accounts);
  else
    perform private.add_audit_entry('role', 'profiles', new.id::text, coalesce(new.full_name, new.email),
      replace(old.role || ' → ' || new.role, '_', ' '), null, accounts);
  end if;
  return null;
end $$;
create trigger log_role after update of role on public.profiles
for each row when (old.role is distinct from new.role and new.removed_at is null)
execute function private.log_profile_change();
create trigger log_deleted_account after delete on public.profiles
for each row when (old.removed_at is null) execute function private.log_profile_change();
create trigger log_removed_account after update of removed_at on public.profiles
for each row when (old.removed_at is null and new.removed_at is not null) execute function private.log_profile_change();

-- Second factors that are switched on or removed.
create function private.log_factor() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare account uuid := case tg_op when 'DELETE' then old.user_id else new.user_id end;
begin
  -- Only the person themselves can switch one on: it takes a code.
  perform private.add_audit_entry('second-factor', 'profiles', account::text,
    (select coalesce(p.full_name, p.email) from public.profiles p where p.id = account),
    case tg_op when 'DELETE' then 'Removed' else 'Switched on' end,
    case tg_op when 'DELETE' then null else account end, array[account::text]);
  return null;
end $$;
create trigger log_factor after update of status on auth.mfa_factors
for each row when (new.status = 'verified' and old.status <> 'verified') execute function private.log_factor();
create trigger log_removed_factor after delete on auth.mfa_factors
for each row when (old.status = 'verified' and pg_trigger_depth() = 0) execute function private.log_factor();

-- Content and settings -----------------------------------------------------------------------------------------------
-- The triggers are beside their tables. Of content only what a request does itself is logged (pg_trigger_depth() = 0), not
-- what a trigger does about it, such as emptying the trash.

-- The name of any row; none of what readers have sent.
create function private.audit_subject(p_table text, p_row jsonb) returns text
language sql immutable set search_path = ''
as $$
  select case when p_table not in ('subscribers', 'contact_messages') then
    coalesce(p_row ->> 'title', p_row ->> 'name', p_row ->> 'original_filename', p_row ->> 'font_name', p_row ->> 'old_slug',
      p_row ->> 'page')
  end
$$;

-- Trigger: publishing and unpublishing of articles and pages, and the trash of articles.
create function private.log_publish() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  before jsonb := case when tg_op = 'UPDATE' then to_jsonb(old) else '{}' end;
  after jsonb := to_jsonb(new);
  was_published boolean := before ->> 'status' = 'published' and before ->> 'deleted_at' is null;
  is_published boolean := after ->> 'status' = 'published' and after ->> 'deleted_at' is null;
  due timestamptz := (after ->> 'published_at')::timestamptz;
  done text; note text;
begin
  was_published := coalesce(was_published, false);
  if before ->> 'deleted_at' is null and after ->> 'deleted_at' is not null then
    done := 'delete';
    note := 'Moved to the trash';
  elsif before ->> 'deleted_at' is not null and after ->> 'deleted_at' is null then
    done := 'restore';
  elsif was_published and not is_published then
    done := 'unpublish';
    note := initcap(after ->> 'status');
  elsif is_published and (not was_published or before ->> 'version' <> after ->> 'version') then
    done := 'publish';
    note := case when due > now() then 'Scheduled for ' || to_char(due at time zone private.time_zone(), 'YYYY-MM-DD HH24:MI ') || private.time_zone()
                 when was_published then 'Changes' end;
  end if;
  if done is not null then
    perform private.add_audit_entry(done, tg_table_name, after ->> 'id', private.audit_subject(tg_table_name, after), note);
  end if;
  return null;
end $$;

-- Trigger: deleted rows.
create function private.log_delete() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if current_setting('mantel.unlogged_deletes', true) = 'on' then return null; end if;
  perform private.add_audit_entry('delete', tg_table_name, old.id::text,
    private.audit_subject(tg_table_name, to_jsonb(old)), null);
  return null;
end $$;

-- A value of a setting, in words.
create function private.audit_value(p_value jsonb) returns text
language sql immutable set search_path = ''
as $$
  select case
    when p_value = 'true' then 'on'
    when p_value = 'false' then 'off'
    when jsonb_typeof(p_value) = 'array' then coalesce(
      (select string_agg(replace(item, '_', ' '), ', ') from jsonb_array_elements_text(p_value) item), 'none')
    else coalesce(left(nullif(p_value #>> '{}', ''), 80), 'none') end
$$;

-- Trigger: changed settings, each with its value before and after.
create function private.log_settings() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  -- The order of sections has one entry of its own (order_sections).
  unlogged text[] := array['id', 'version', 'created_at', 'updated_at', 'position', 'home_position'];
  before jsonb := case when tg_op = 'UPDATE' then to_jsonb(old) - unlogged else '{}' end;
  after jsonb := to_jsonb(new) - unlogged;
  note text;
begin
  if before = after then return null; end if;
  if tg_table_name = 'theme' then
    before := private.theme_colours(before);
    after := private.theme_colours(after);
  elsif tg_table_name = 'site_settings' then
    before := before - 'texts' || coalesce(before -> 'texts', '{}');
    after := after - 'texts' || (after -> 'texts');
  elsif tg_table_name = 'branding' then
    before := private.mark_names(before);
    after := private.mark_names(after);
  end if;
  -- Fonts have ids, which say nothing; the address of the hook is a secret, its host is not.
  select string_agg(case
      when tg_table_name = 'global_styles' then replace(replace(key, '_id', ''), '_', ' ')
      when key = 'deploy_hook_url' then 'new address'
      else replace(key, '_', ' ') || ': ' || case when before ? key then private.audit_value(before -> key) || ' → ' else '' end
        || private.audit_value(value) end, ', ' order by key)
  into note
  from jsonb_each(after) where value is distinct from before -> key;
  perform private.add_audit_entry('settings', tg_table_name, new.id::text, case tg_table_name
    when 'site_settings' then 'Settings' when 'deploy_settings' then 'Deploy hook' when 'theme' then 'Colours'
    when 'branding' then 'Branding' when 'letter_sender' then 'Sender of letters'
    when 'sections' then after ->> 'title' else 'Global styles' end, note);
  return null;
end $$;

-- Exports, and the screen --------------------------------------------------------------------------------------------

-- Called by the admin before it hands out a file; without the entry there is no file.
create function public.log_export(p_what text, p_rows integer) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  if not public.has_role('super_admin', 'editor') then
    raise exception 'Only editors export' using errcode = '42501';
  end if;
  perform private.add_audit_entry('export', null, null, left(trim(p_what), 120),
    format('%s %s', p_rows, case p_rows when 1 then 'row' else 'rows' end));
end $$;
grant execute on function public.log_export(text, integer) to authenticated;

-- The staff who have entries in the log, by their latest name, for its filter.
create function public.get_audit_actors() returns table (id uuid, name text)
language sql stable security invoker set search_path = ''
as $$
  select distinct on (l.actor_id) l.actor_id, coalesce(p.full_name, p.email, l.actor_name)
  from public.audit_log l left join public.profiles p on p.id = l.actor_id
  where l.actor_id is not null order by l.actor_id, l.id desc
$$;
grant execute on function public.get_audit_actors() to authenticated;
