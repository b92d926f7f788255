-- What a super admin sets for the whole magazine, and what the database refuses when it is switched off.

-- Where readers can write while the contact form is off.
alter table public.site_settings
  add column contact_email text check (contact_email ~ '^[^\s@]+@[^\s@]+\.[^\s@]+$' and char_length(contact_email) <= 320),
  add column version integer not null default 1;

-- Whether a build hook is set, and at which host, without its address: that is written and never read back.
alter table public.deploy_settings
  add column hook_host text generated always as (substring(deploy_hook_url from '^https://(?:[^/?#@]*@)?([^/?#:@]+)')) stored,
  add column version integer not null default 1;
revoke select on public.deploy_settings from authenticated;
grant select (id, hook_host, updated_at, version) on public.deploy_settings to authenticated;

-- A save that names an old version changes nothing (the screen shows the conflict).
create function private.before_settings_update() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  new.id := old.id;
  new.updated_at := old.updated_at;
  new.version := old.version;
  if to_jsonb(new) - 'hook_host' <> to_jsonb(old) - 'hook_host' then
    new.updated_at := now();
    new.version := old.version + 1;
  end if;
  return new;
end $$;
drop trigger touch_site_settings on public.site_settings;
drop trigger touch_deploy_settings on public.deploy_settings;
create trigger before_settings_update before update on public.site_settings
for each row execute function private.before_settings_update();
create trigger before_settings_update before update on public.deploy_settings
for each row execute function private.before_settings_update();

-- Strangers insert only while the form is offered to them. The argument is the switch's column.
create function private.require_switch() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare settings jsonb;
begin
  if private.is_service() or public.has_role('super_admin', 'editor') then return new; end if;
  select to_jsonb(s) into settings from public.site_settings s;
  if not coalesce((settings ->> tg_argv[0])::boolean, true) then
    raise exception '%', tg_argv[1] using errcode = '42501';
  end if;
  return new;
end $$;
create trigger require_switch before insert on public.subscribers
for each row execute function private.require_switch('newsletter_enabled', 'The newsletter is closed');
create trigger require_switch before insert on public.contact_messages
for each row execute function private.require_switch('contact_enabled', 'The contact form is closed');

/* Nobody signs themselves up while sign-up is closed. The auth server adds every user in the same way and writes what
   tells them apart later in its transaction: whom an admin makes is confirmed or has been sent no mail, who is invited
   has invited_at; so this looks when the transaction ends. */
create function private.refuse_closed_sign_up() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if coalesce((select sign_up_open from public.site_settings), true) then return null; end if;
  if exists (select 1 from auth.users u where u.id = new.id and u.invited_at is null
             and u.email_confirmed_at is null and u.confirmation_sent_at is not null) then
    raise exception 'Sign-up is closed' using errcode = '42501';
  end if;
  return null;
end $$;
create constraint trigger refuse_closed_sign_up after insert on auth.users
deferrable initially deferred for each row execute function private.refuse_closed_sign_up();
