CREATE OR REPLACE FUNCTION private.log_settings()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  unlogged text[] := array['id', 'version', 'created_at', 'updated_at'];
  before jsonb := case when tg_op = 'UPDATE' then to_jsonb(old) - unlogged else '{}' end;
  after jsonb := to_jsonb(new) - unlogged;
  note text;
begin
  if before = after then return null; end if;
  if tg_table_name = 'theme' then
    before := private.theme_colours(before);
    after := private.theme_colours(after);
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
    else 'Global styles' end, note);
  return null;
end $function$
;

create table public.theme (
  id uuid default gen_random_uuid() not null,
  light jsonb not null,
  dark jsonb not null,
  version integer default 1 not null,
  updated_at timestamp with time zone default now() not null,
  former jsonb
);

alter table public.theme enable row level security;

revoke all on table public.theme from public, anon, authenticated, service_role;
grant insert, select, update on table public.theme to authenticated;
grant delete, insert, maintain, references, select, trigger, truncate, update on table public.theme to service_role;
grant select (dark) on public.theme to anon;
grant select (id) on public.theme to anon;
grant select (light) on public.theme to anon;

alter table public.theme add constraint theme_pkey PRIMARY KEY (id);

CREATE UNIQUE INDEX theme_single_idx ON public.theme USING btree ((true));

create policy "visitors read the theme" on public.theme
  for select
  to anon
  using (true);

create policy "writers read the theme" on public.theme
  for select
  to authenticated
  using (( SELECT public.has_role(VARIADIC ARRAY['super_admin'::public.app_role, 'editor'::public.app_role, 'contributor'::public.app_role]) AS has_role));

create policy "super admins add the theme" on public.theme
  for insert
  to authenticated
  with check (( SELECT public.has_role(VARIADIC ARRAY['super_admin'::public.app_role]) AS has_role));

create policy "super admins change the theme" on public.theme
  for update
  to authenticated
  using (( SELECT public.has_role(VARIADIC ARRAY['super_admin'::public.app_role]) AS has_role))
  with check (( SELECT public.has_role(VARIADIC ARRAY['super_admin'::public.app_role]) AS has_role));

CREATE OR REPLACE FUNCTION private.theme_roles()
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select array['paper', 'card', 'ink', 'soft', 'rule', 'link', 'mark', 'signal', 'focus', 'field', 'on-field', 'on-field-soft']
$function$
;

revoke all on function private.theme_roles() from public, anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION private.theme_pairs()
 RETURNS TABLE(front text, ground text, percent integer, tint text, minimum numeric, scheme text, is_inverted boolean)
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  values
    ('ink', 'paper', 0, null, 4.5, null, false),
    ('ink', 'card', 0, null, 4.5, null, false),
    ('ink', 'paper', 8, 'ink', 4.5, null, false),
    ('ink', 'card', 8, 'ink', 4.5, null, false),
    ('soft', 'paper', 0, null, 4.5, null, false),
    ('soft', 'card', 0, null, 4.5, null, false),
    ('soft', 'paper', 8, 'ink', 4.5, null, false),
    ('soft', 'card', 8, 'ink', 4.5, null, false),
    ('ink', 'paper', 40, 'mark', 4.5, null, false),
    ('ink', 'card', 40, 'mark', 4.5, null, false),
    ('link', 'paper', 0, null, 4.5, null, false),
    ('link', 'card', 0, null, 4.5, null, false),
    ('signal', 'paper', 0, null, 4.5, null, false),
    ('signal', 'card', 0, null, 4.5, null, false),
    ('on-field', 'field', 0, null, 4.5, null, false),
    ('on-field-soft', 'field', 0, null, 4.5, null, false),
    ('on-field', 'field', 14, '#000000', 4.5, 'light', false),
    ('on-field', 'field', 14, '#ffffff', 4.5, 'dark', false),
    ('mark', 'paper', 0, null, 3, null, false),
    ('mark', 'card', 0, null, 3, null, false),
    ('focus', 'paper', 0, null, 3, null, false),
    ('focus', 'card', 0, null, 3, null, false),
    ('mark', 'field', 0, null, 3, null, false),
    ('mark', 'paper', 8, 'ink', 3, null, false),
    ('mark', 'card', 8, 'ink', 3, null, false),
    ('ink', '#ffffff', 0, null, 4.5, 'light', false),
    ('soft', '#ffffff', 0, null, 4.5, 'light', false),
    ('link', '#ffffff', 0, null, 4.5, 'light', false),
    ('signal', '#ffffff', 0, null, 4.5, 'light', false),
    ('ink', 'paper', 0, null, 4.5, 'light', true),
    ('soft', 'paper', 0, null, 4.5, 'light', true),
    ('signal', 'paper', 0, null, 4.5, 'light', true),
    ('link', 'card', 0, null, 4.5, 'light', true)
$function$
;

revoke all on function private.theme_pairs() from public, anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION private.luminance(colour text, percent integer, tint text, is_inverted boolean)
 RETURNS double precision
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select sum(weight * case when part <= 0.04045 then part / 12.92 else ((part + 0.055) / 1.055) ^ 2.4 end)
  from (values (0, 0.2126::double precision), (1, 0.7152), (2, 0.0722)) channel (at, weight)
  cross join lateral (select
    get_byte(decode(substr(colour, 2), 'hex'), at) as under,
    get_byte(decode(substr(coalesce(tint, colour), 2), 'hex'), at) as above) byte
  cross join lateral (select (under * (100 - percent) + above * percent + 50) / 100 as shown) mixed
  cross join lateral (select (case when is_inverted then 255 - shown else shown end)::double precision / 255 as part) share
$function$
;

revoke all on function private.luminance(text,integer,text,boolean) from public, anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION private.failing_pair(colours jsonb, p_scheme text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select format('In %s, "%s" on "%s"%s%s has a contrast of %s : 1; at least %s : 1 is needed', p_scheme, p.front, p.ground,
    ' under ' || p.percent || ' % of "' || p.tint || '"', case when p.is_inverted then ', inverted in a mail,' end,
    trunc(contrast::numeric, 2), p.minimum)
  from private.theme_pairs() p
  cross join lateral (select
    private.luminance(colours ->> p.front, 0, null, p.is_inverted) as front,
    private.luminance(coalesce(colours ->> p.ground, p.ground), p.percent, coalesce(colours ->> p.tint, p.tint), p.is_inverted)
      as ground) l
  cross join lateral (select (greatest(l.front, l.ground) + 0.05) / (least(l.front, l.ground) + 0.05) as contrast) c
  where coalesce(p.scheme, p_scheme) = p_scheme and contrast < p.minimum
  limit 1
$function$
;

revoke all on function private.failing_pair(jsonb,text) from public, anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION private.before_theme_write()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare problem text;
begin
  if exists (
    select from (values (new.light), (new.dark)) scheme (colours)
    where jsonb_typeof(colours) <> 'object' or (
      select array_agg(role order by role) is distinct from (select array_agg(r order by r) from unnest(private.theme_roles()) r)
        or bool_or(coalesce(colours ->> role, '') !~ '^#[0-9a-f]{6}$')
      from jsonb_object_keys(case jsonb_typeof(colours) when 'object' then colours else '{}' end) role)
  ) then
    raise exception 'A theme has a colour as #rrggbb for each of: %', array_to_string(private.theme_roles(), ', ')
      using errcode = '23514';
  end if;
  problem := coalesce(private.failing_pair(new.light, 'light'), private.failing_pair(new.dark, 'dark'));
  if problem is not null then raise exception '%', problem using errcode = '23514'; end if;
  new.former := case
    when tg_op = 'INSERT' then null
    when new.light = old.light and new.dark = old.dark then old.former
    else jsonb_build_object('light', old.light, 'dark', old.dark) end;
  return new;
end $function$
;

revoke all on function private.before_theme_write() from public, anon, authenticated, service_role;

CREATE TRIGGER before_theme_write BEFORE INSERT OR UPDATE ON public.theme FOR EACH ROW EXECUTE FUNCTION private.before_theme_write();

CREATE TRIGGER set_version BEFORE UPDATE ON public.theme FOR EACH ROW EXECUTE FUNCTION private.before_settings_update();

CREATE TRIGGER public_row_changed AFTER INSERT OR DELETE OR UPDATE ON public.theme FOR EACH ROW EXECUTE FUNCTION private.public_row_changed();

CREATE OR REPLACE FUNCTION private.theme_colours(theme jsonb)
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select coalesce(jsonb_object_agg(role || ' in ' || scheme, colour), '{}')
  from (values ('light'), ('dark')) schemes (scheme) cross join lateral jsonb_each(theme -> scheme) colours (role, colour)
$function$
;

revoke all on function private.theme_colours(jsonb) from public, anon, authenticated, service_role;

CREATE TRIGGER log_settings AFTER INSERT OR UPDATE ON public.theme FOR EACH ROW EXECUTE FUNCTION private.log_settings();
