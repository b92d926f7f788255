-- Settings of the whole magazine. Each table holds one row at most.

create table public.site_settings (
  id uuid primary key default gen_random_uuid(),
  site_name text not null default 'New Magazine' check (char_length(site_name) <= 120 and trim(site_name) <> ''),
  tagline text not null default '' check (char_length(tagline) <= 200),
  social_label text not null default '' check (char_length(social_label) <= 60),
  social_url text check (social_url is null or social_url ~ '^https://' and char_length(social_url) <= 500),
  newsletter_enabled boolean not null default true,
  contact_enabled boolean not null default true,
  -- Shown to readers while the contact form is off.
  contact_email text check (contact_email ~ '^[^\s@]+@[^\s@]+\.[^\s@]+$' and char_length(contact_email) <= 320),
  sign_up_open boolean not null default true,
  version integer not null default 1,
  updated_at timestamptz not null default now(),
  -- Whether a sign-up for the newsletter is pending until the link in a mail is opened.
  newsletter_confirm boolean not null default true,
  -- Of new passwords. The forms, create-user and the local auth server enforce it; on a hosted project the auth server has
  -- a setting of its own.
  min_password_length integer not null default 6 check (min_password_length between 6 and 32),
  -- Of super admins (second_factor.sql).
  require_second_factor boolean not null default false,
  -- The zone (such as Europe/Berlin) and the language (such as de) of the magazine's dates. Null: UTC, and its language.
  time_zone text check (char_length(time_zone) <= 64),
  date_language text check (date_language ~ '^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$' and char_length(date_language) <= 35),
  -- Whether the publisher tells search engines of changed pages (IndexNow).
  index_now boolean not null default false,
  -- The checks for which a story is not published (checks.sql).
  required_checks text[] not null default '{notes}' constraint site_settings_required_checks_check check (required_checks <@
    array['excerpt', 'category', 'share_picture', 'title_length', 'writer', 'picture_credits', 'alt_text', 'headings', 'notes',
      'rights', 'comments'] and cardinality(required_checks) <= 11),
  -- Of the magazine's interface: one that src/words has a dictionary of.
  language text not null default 'en' constraint site_settings_language_check check (language in ('en', 'de')),
  -- The magazine's own texts by their names, see src/domain/site/texts.ts. Of one that is not here pages have the standard.
  texts jsonb not null default '{}'
);
create unique index site_settings_single_idx on public.site_settings ((true));

alter table public.site_settings enable row level security;
-- What readers' pages and the sign-up form need. A new setting is private until it is named here, by a migration.
grant select (id, site_name, tagline, social_label, social_url, newsletter_enabled, newsletter_confirm, contact_enabled,
  contact_email, sign_up_open, min_password_length, time_zone, date_language, index_now, language, texts)
on public.site_settings to anon;
grant select, insert, update on public.site_settings to authenticated;
create policy "visitors read site settings" on public.site_settings for select to anon using (true);
-- Other accounts read them as visitors do, without their session.
create policy "writers read site settings" on public.site_settings for select to authenticated
using ((select public.has_role('super_admin', 'editor', 'contributor')));
create policy "super admins add site settings" on public.site_settings for insert to authenticated
with check ((select public.has_role('super_admin')));
create policy "super admins change site settings" on public.site_settings for update to authenticated
using ((select public.has_role('super_admin'))) with check ((select public.has_role('super_admin')));

-- Trigger of both tables: each change raises the version. A client updates `where version = …`; no row changed means a
-- conflict.
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
create trigger before_settings_update before update on public.site_settings
for each row execute function private.before_settings_update();
-- Trigger: refuses a time zone that the database does not know.
create function private.check_time_zone() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  -- Names only: as a zone the database would also take a formula such as XYZ+3, which browsers do not know.
  if not exists (select from pg_catalog.pg_timezone_names n where n.name = new.time_zone) then
    raise exception '"%" is not a time zone', new.time_zone using errcode = '23514';
  end if;
  return new;
end $$;
create trigger check_time_zone before insert or update of time_zone on public.site_settings
for each row when (new.time_zone is not null) execute function private.check_time_zone();
-- Trigger: refuses texts that pages cannot show, and records what the forms say that a subscriber agrees to.
create function private.check_texts() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare name text; wording jsonb;
begin
  if jsonb_typeof(new.texts) <> 'object' then
    raise exception 'Texts must be a list of names and texts' using errcode = '23514';
  end if;
  for name, wording in select key, value from jsonb_each(new.texts) loop
    if jsonb_typeof(wording) <> 'string' or char_length(name) > 60 or char_length(wording #>> '{}') > 4000 then
      raise exception 'A text must be at most 4,000 characters' using errcode = '23514';
    end if;
  end loop;
  if (select count(*) from jsonb_object_keys(new.texts)) > 200 then
    raise exception 'There are at most 200 texts' using errcode = '23514';
  end if;
  insert into private.consent_wordings (version, form, wording)
  select private.consent_version(c.form, c.wording), c.form, c.wording
  from (select f, new.texts ->> ('consent_' || replace(f, '-', '_')) from unnest(array['newsletter', 'letter-line', 'contact']) f)
    as c (form, wording)
  where c.wording <> ''
  on conflict do nothing;
  return new;
end $$;
create trigger check_texts before insert or update of texts on public.site_settings
for each row execute function private.check_texts();
create trigger guard_second_factor_insert before insert on public.site_settings
for each row when (new.require_second_factor) execute function private.guard_second_factor_setting();
create trigger guard_second_factor_update before update of require_second_factor on public.site_settings
for each row when (new.require_second_factor and not old.require_second_factor)
execute function private.guard_second_factor_setting();
create trigger public_row_changed after insert or update or delete on public.site_settings
for each row execute function private.public_row_changed();
create trigger addresses_as_paths before insert or update on public.site_settings
for each row execute function private.store_paths();
create trigger update_media_references after insert or update or delete on public.site_settings
for each row execute function private.update_media_references('id');
create trigger log_settings after insert or update on public.site_settings
for each row execute function private.log_settings();

-- The zone of the magazine's days.
create function private.time_zone() returns text
language sql stable security definer set search_path = ''
as $$ select coalesce((select time_zone from public.site_settings), 'UTC') $$;

-- The language that the magazine is in.
create function private.magazine_language() returns text
language plpgsql stable security definer set search_path = ''
as $$
begin
  return coalesce((select s.language from public.site_settings s), 'en');
end $$;
grant execute on function private.magazine_language() to service_role;

-- The start of a day in the magazine's zone. Comparing timestamps with it lets their indexes be used.
create function private.local_day_start(day date) returns timestamptz
language sql stable set search_path = ''
as $$ select day::timestamp at time zone private.time_zone() $$;

-- The language of the magazine's dates: its own setting, or else the magazine's language. Null: the default, English.
create function private.date_language() returns text
language sql stable security definer set search_path = ''
as $$ select coalesce(s.date_language, nullif(s.language, 'en')) from public.site_settings s $$;
grant execute on function private.date_language() to service_role;

-- The server's time, the zone and the language of the magazine's dates (null: the default), and its own language.
create function public.get_clock() returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object('now', clock_timestamp(), 'time_zone', s.time_zone, 'date_language', private.date_language(),
    'language', private.magazine_language())
  from (values (1)) one left join public.site_settings s on true
$$;
grant execute on function public.get_clock() to authenticated;

-- Sets the zone of the magazine's dates, while it has none, from a super admin's browser, and their language where the
-- browser's is a variety of the magazine's, such as de-AT of de.
create function public.set_first_calendar(p_time_zone text, p_date_language text) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  variety text := case when lower(split_part(p_date_language, '-', 1)) = private.magazine_language() then p_date_language end;
begin
  if not public.has_role('super_admin') then
    raise exception 'Only a super admin can change the settings' using errcode = '42501';
  end if;
  update public.site_settings s
  set time_zone = p_time_zone, date_language = coalesce(s.date_language, variety) where s.time_zone is null;
  insert into public.site_settings (time_zone, date_language) values (p_time_zone, variety) on conflict do nothing;
end $$;
grant execute on function public.set_first_calendar(text, text) to authenticated;

-- Trigger of the tables that forms of visitors fill: refuses what they send while the form is switched off, also through
-- the edge function submit-form, which uses the secret key and names the reader's address. Arguments: the column of the
-- switch, the error's text.
create function private.require_form_enabled() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare settings jsonb;
begin
  if private.is_service() and private.request_headers() ->> 'x-reader-address' is null
     or public.has_role('super_admin', 'editor') then return new; end if;
  select to_jsonb(s) into settings from public.site_settings s;
  if not coalesce((settings ->> tg_argv[0])::boolean, true) then
    raise exception '%', tg_argv[1] using errcode = '42501';
  end if;
  return new;
end $$;

-- The build hook of a static host. Its address is a secret (it starts builds), so it is written and never read back;
-- hook_host tells whether one is set, and at which host.
create table public.deploy_settings (
  id uuid primary key default gen_random_uuid(),
  deploy_hook_url text check (deploy_hook_url ~ '^https://' and char_length(deploy_hook_url) <= 1000),
  hook_host text generated always as (substring(deploy_hook_url from '^https://(?:[^/?#@]*@)?([^/?#:@]+)')) stored,
  version integer not null default 1,
  updated_at timestamptz not null default now()
);
create unique index deploy_settings_single_idx on public.deploy_settings ((true));

alter table public.deploy_settings enable row level security;
grant select (id, hook_host, updated_at, version) on public.deploy_settings to authenticated;
grant insert, update on public.deploy_settings to authenticated;
create policy "super admins read deploy settings" on public.deploy_settings for select to authenticated
using ((select public.has_role('super_admin')));
create policy "super admins add deploy settings" on public.deploy_settings for insert to authenticated
with check ((select public.has_role('super_admin')));
create policy "super admins change deploy settings" on public.deploy_settings for update to authenticated
using ((select public.has_role('super_admin'))) with check ((select public.has_role('super_admin')));

create trigger before_settings_update before update on public.deploy_settings
for each row execute function private.before_settings_update();
create trigger log_settings after insert or update on public.deploy_settings
for each row execute function private.log_settings();
create trigger after_build_hook_change after update of deploy_hook_url on public.deploy_settings
for each row when (new.deploy_hook_url is distinct from old.deploy_hook_url)
execute function private.after_build_hook_change();
