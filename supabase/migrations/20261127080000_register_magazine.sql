-- What the database has to know of src/magazine is written by register_magazine, which a start calls, and no longer by
-- migrations: a team, section or wording of consent that was changed there kept its former words here.

create table private.team (name text primary key, addresses text[] not null);
alter table private.team enable row level security;
insert into private.team values
  ('Mantel Editorial', array['/author/mantel-editorial']), ('Ines Abril', array['/author/ines-abril']),
  ('Tomas Reyne', array['/author/tomas-reyne']), ('Odile Marsh', array['/author/odile-marsh']);

create or replace function private.team_names() returns text[]
language sql stable security definer set search_path = ''
as $$ select coalesce(array_agg(t.name order by t.name), '{}') from private.team t $$;

create or replace function private.team_addresses() returns text[]
language sql stable security definer set search_path = ''
as $$ select coalesce(array_agg(a order by a), '{}') from private.team t, unnest(t.addresses) a $$;

alter table private.reserved_page_slugs add column is_section boolean not null default false;
update private.reserved_page_slugs set is_section = true where slug in (
  'design-journal', 'living-spaces', 'wellness-lifestyle', 'entertainment-hosting', 'guides-tips');

create function public.register_magazine(p_magazine jsonb) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  delete from private.team t where t.name not in (
    select r.name from jsonb_to_recordset(p_magazine -> 'team') as r (name text));
  insert into private.team
  select r.name, r.addresses from jsonb_to_recordset(p_magazine -> 'team') as r (name text, addresses text[])
  on conflict (name) do update set addresses = excluded.addresses;

  delete from private.reserved_page_slugs r where r.is_section and not p_magazine -> 'sections' ? r.slug;
  insert into private.reserved_page_slugs select s, true from jsonb_array_elements_text(p_magazine -> 'sections') s
  on conflict do nothing;

  insert into private.consent_wordings
  select r.version, r.form, r.wording
  from jsonb_to_recordset(p_magazine -> 'consent') as r (version text, form text, wording text)
  on conflict do nothing;
end $$;
