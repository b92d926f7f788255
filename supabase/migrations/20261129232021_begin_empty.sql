CREATE OR REPLACE FUNCTION public.begin_magazine(p_opened jsonb, p_settings jsonb, p_sections jsonb, p_theme jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare stored public.site_settings; section record;
begin
  if not public.has_role('super_admin') then
    raise exception 'Only a super admin can begin another magazine' using errcode = '42501';
  end if;
  insert into public.site_settings default values on conflict do nothing;
  select * into stored from public.site_settings for update;
  if (stored.site_name, stored.tagline, stored.language)
     is distinct from (p_opened ->> 'site_name', p_opened ->> 'tagline', p_opened ->> 'language') then
    raise exception 'The settings were saved by someone else in the meantime' using errcode = 'PT409';
  end if;
  update public.site_settings set
    site_name = p_settings ->> 'site_name', tagline = p_settings ->> 'tagline', language = p_settings ->> 'language',
    -- Dates go on in a variety of the language, such as de-AT.
    date_language = case when date_language like (p_settings ->> 'language') || '%' then date_language end;

  for section in select * from jsonb_to_recordset(p_sections) as s (slug text, title text, description text, color text) loop
    insert into public.sections (slug, title, description, empty_links, home_position)
    select section.slug, section.title, section.description, 'browse', coalesce(max(s.home_position), 0) + 1 from public.sections s;
    update public.categories set sections = array_append(sections, section.slug) where name = section.title;
    if not found then
      insert into public.categories (name, slug, color, sections, created_at)
      values (section.title, section.slug, section.color, array[section.slug], clock_timestamp());
    end if;
  end loop;

  if p_theme is null then return; end if;
  update public.theme set light = p_theme -> 'light', dark = p_theme -> 'dark' where true;
  if not found then insert into public.theme (light, dark) values (p_theme -> 'light', p_theme -> 'dark'); end if;
end $function$
;

revoke all on function public.begin_magazine(jsonb,jsonb,jsonb,jsonb) from public, anon, authenticated, service_role;
grant execute on function public.begin_magazine(jsonb,jsonb,jsonb,jsonb) to authenticated;
grant execute on function public.begin_magazine(jsonb,jsonb,jsonb,jsonb) to service_role;

create table private.first_account_token (
  token_hash bytea not null
);

alter table private.first_account_token enable row level security;

revoke all on table private.first_account_token from public, anon, authenticated, service_role;

CREATE UNIQUE INDEX first_account_token_single_idx ON private.first_account_token USING btree ((true));

CREATE OR REPLACE FUNCTION public.offer_first_account()
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare token text := encode(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()), 'hex');
begin
  delete from private.first_account_token where true;
  if exists (select from public.profiles where role = 'super_admin') then return null; end if;
  insert into private.first_account_token values (sha256(convert_to(token, 'UTF8')));
  return token;
end $function$
;

revoke all on function public.offer_first_account() from public, anon, authenticated, service_role;
grant execute on function public.offer_first_account() to service_role;

CREATE OR REPLACE FUNCTION public.take_first_account(p_token text, p_profile uuid DEFAULT NULL::uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  -- The same lock as guard_profile: of two requests at once, the second finds the token used.
  perform pg_advisory_xact_lock(hashtext('mantel.last_super_admin'));
  if exists (select from public.profiles where role = 'super_admin') then
    raise exception 'The first account of this magazine was made already. Please sign in, or ask a super admin for an account.'
      using errcode = '42501';
  end if;
  if not exists (select from private.first_account_token t where t.token_hash = sha256(convert_to(p_token, 'UTF8'))) then
    raise exception 'This address does not work any more. Start the magazine again, and open the one that it prints.'
      using errcode = '42501';
  end if;
  if p_profile is null then return; end if;
  delete from private.first_account_token where true;
  update public.profiles set role = 'super_admin', name_confirmed = true where id = p_profile;
end $function$
;

revoke all on function public.take_first_account(text,uuid) from public, anon, authenticated, service_role;
grant execute on function public.take_first_account(text,uuid) to service_role;
