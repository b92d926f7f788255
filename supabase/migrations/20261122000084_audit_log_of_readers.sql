-- The audit log keeps no address of a reader: neither of one who signs up nor of one whose account is deleted.

create or replace function private.log_new_account() returns trigger
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

create or replace function private.log_profile_change() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  accounts text[] := array[old.id::text, lower(old.email)];
  staff_email text := case when old.role <> 'viewer' then old.email end;
begin
  if tg_op = 'DELETE' then
    perform private.add_audit_entry('account-deleted', 'profiles', old.id::text, coalesce(old.full_name, staff_email),
      staff_email, null, accounts);
  else
    perform private.add_audit_entry('role', 'profiles', new.id::text, coalesce(new.full_name, new.email),
      replace(old.role || ' → ' || new.role, '_', ' '), null, accounts);
  end if;
  return null;
end $$;

-- The entries there are. The role of a deleted account is not known: one that had signed up and never got another role
-- was a reader's.
alter table public.audit_log disable trigger refuse_audit_change;
update public.audit_log d set note = null, subject = nullif(d.subject, d.note)
where d.kind = 'account-deleted' and d.note is not null
  and exists (select 1 from public.audit_log s
    where s.kind = 'account-created' and s.note = 'Signed up' and s.entity_id = d.entity_id)
  and not exists (select 1 from public.audit_log r where r.kind = 'role' and r.entity_id = d.entity_id);
update public.audit_log set subject = null
where kind = 'account-created' and note = 'Signed up' and actor_id is null and subject is not null;
alter table public.audit_log enable trigger refuse_audit_change;
