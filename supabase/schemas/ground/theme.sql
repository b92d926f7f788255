/* The magazine's colours, when its staff have chosen others than the standard ones (src/look/colours.ts): a colour for
   each role, in light and in dark. No theme is stored in which two colours that meet have less contrast than they need. */

create table public.theme (
  id uuid primary key default gen_random_uuid(),
  -- Each role's colour as #rrggbb.
  light jsonb not null,
  dark jsonb not null,
  version integer not null default 1,
  updated_at timestamptz not null default now(),
  -- The colours before the last change: {"light": …, "dark": …}.
  former jsonb
);
create unique index theme_single_idx on public.theme ((true));

alter table public.theme enable row level security;
grant select (id, light, dark) on public.theme to anon;
grant select, insert, update on public.theme to authenticated;
create policy "visitors read the theme" on public.theme for select to anon using (true);
-- Other accounts read it as visitors do, without their session.
create policy "writers read the theme" on public.theme for select to authenticated
using ((select public.has_role('super_admin', 'editor', 'contributor')));
create policy "super admins add the theme" on public.theme for insert to authenticated
with check ((select public.has_role('super_admin')));
create policy "super admins change the theme" on public.theme for update to authenticated
using ((select public.has_role('super_admin'))) with check ((select public.has_role('super_admin')));

-- What colours are for, as in src/domain/theme/theme.ts.
create function private.theme_roles() returns text[]
language sql immutable set search_path = ''
as $$
  select array['paper', 'card', 'ink', 'soft', 'rule', 'link', 'mark', 'signal', 'focus', 'field', 'on-field', 'on-field-soft']
$$;

-- The colours that meet, as in src/domain/theme/pairs.ts: `front` on `ground`, with so many percent of `tint` over it.
create function private.theme_pairs()
returns table (front text, ground text, percent integer, tint text, minimum numeric, scheme text, is_inverted boolean)
language sql immutable set search_path = ''
as $$
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
    ('link', 'paper', 8, 'ink', 4.5, null, false),
    ('link', 'card', 8, 'ink', 4.5, null, false),
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
$$;

-- The relative luminance (WCAG 2.2) of a colour as #rrggbb, with so many percent of `tint` over it.
create function private.luminance(colour text, percent integer, tint text, is_inverted boolean) returns double precision
language sql immutable set search_path = ''
as $$
  select sum(weight * case when part <= 0.04045 then part / 12.92 else ((part + 0.055) / 1.055) ^ 2.4 end)
  from (values (0, 0.2126::double precision), (1, 0.7152), (2, 0.0722)) channel (at, weight)
  cross join lateral (select
    get_byte(decode(substr(colour, 2), 'hex'), at) as under,
    get_byte(decode(substr(coalesce(tint, colour), 2), 'hex'), at) as above) byte
  cross join lateral (select (under * (100 - percent) + above * percent + 50) / 100 as shown) mixed
  cross join lateral (select (case when is_inverted then 255 - shown else shown end)::double precision / 255 as part) share
$$;

-- The first pair of a scheme that has less contrast than it needs, in words; null when there is none.
create function private.failing_pair(colours jsonb, p_scheme text) returns text
language sql immutable set search_path = ''
as $$
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
$$;

-- Trigger: refuses what is no theme or cannot be read, and keeps the colours before a change.
create function private.before_theme_write() returns trigger
language plpgsql security definer set search_path = ''
as $$
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
end $$;
create trigger before_theme_write before insert or update on public.theme
for each row execute function private.before_theme_write();
-- After it: the version follows the colours.
create trigger set_version before update on public.theme
for each row execute function private.before_settings_update();
create trigger public_row_changed after insert or update or delete on public.theme
for each row execute function private.public_row_changed();

-- A theme for the audit log: {"paper in light": "#e2e8eb", …}.
create function private.theme_colours(theme jsonb) returns jsonb
language sql immutable set search_path = ''
as $$
  select coalesce(jsonb_object_agg(role || ' in ' || scheme, colour), '{}')
  from (values ('light'), ('dark')) schemes (scheme) cross join lateral jsonb_each(theme -> scheme) colours (role, colour)
$$;
create trigger log_settings after insert or update on public.theme
for each row execute function private.log_settings();
