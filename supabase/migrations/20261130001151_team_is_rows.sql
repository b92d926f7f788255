alter table public.author_profiles add column team_position integer;

alter table public.author_profiles add constraint author_profiles_team_position_check CHECK ((team_position >= 0));

-- The team of a magazine that is in use: until now it was written in its code, which also said what is shown of a member
-- whose author profile lacks it, or who has none. A new database gets its own.
do $$
declare member record; author public.author_profiles;
begin
  if not exists (select from public.profiles) then return; end if;
  for member in
    select t.name, coalesce(substring(t.addresses[1] from '^/author/([a-z0-9]+(?:-[a-z0-9]+)*)$'), '') as slug,
      former.role, former.bio, former.image_url, coalesce(former.social_links, '{}') as social_links,
      row_number() over (order by former.place, t.name) as place
    from private.team t left join (values
      (1, 'Mantel Editorial', 'Editorial Team',
        'Stories without a byline are written by whoever was nearest the kettle. We visit every home we print, stay for a meal when we are asked, and wipe our feet.',
        '/team/mantel-editorial.webp',
        '{"instagram": "@mantel.journal", "twitter": "@manteljournal", "linkedin": "company/mantel-journal"}'::jsonb),
      (2, 'Ines Abril', 'Senior Design Editor',
        'Ines trained as an architect, built one house, and has been writing about other people’s ever since. She looks first at where the light comes in and last at what things cost.',
        '/team/ines-abril.webp',
        '{"instagram": "@ines.abril", "twitter": "@inesabril", "linkedin": "in/ines-abril"}'),
      (3, 'Tomas Reyne', 'Furniture & Space Editor',
        'Tomas repaired chairs for eleven years before he reviewed one. He sits in everything twice, measures doorways out of habit, and owns fewer than six things with drawers.',
        '/team/tomas-reyne.webp',
        '{"instagram": "@tomas.reyne", "twitter": "@tomasreyne", "linkedin": "in/tomas-reyne"}'),
      (4, 'Odile Marsh', 'Lifestyle Editor',
        'Odile writes about what happens in rooms after the photographer has gone: suppers, arguments, naps, seedlings. Her own table seats eight if nobody minds the piano stool.',
        '/team/odile-marsh.webp',
        '{"instagram": "@odile.marsh", "twitter": "@odilemarsh", "linkedin": "in/odile-marsh"}')
    ) as former (place, name, role, bio, image_url, social_links) using (name)
    order by place
  loop
    author := null;
    select * into author from public.author_profiles a
    where private.name_key(a.name) = private.name_key(member.name) order by a.name, a.id limit 1;
    -- The address of the member is nobody else's.
    update public.author_profiles set slug = slug || '-' || left(id::text, 8)
    where slug = member.slug and id is distinct from author.id;
    if author.id is null then
      insert into public.author_profiles (name, slug, role, bio, image_url, social_links, team_position)
      values (member.name, member.slug, member.role, member.bio, member.image_url, member.social_links, member.place);
    else
      update public.author_profiles set
        team_position = member.place,
        slug = coalesce(nullif(member.slug, ''), slug),
        role = coalesce(role, member.role),
        bio = coalesce(bio, member.bio),
        image_url = coalesce(image_url, member.image_url),
        social_links = member.social_links || coalesce(
          (select jsonb_object_agg(l.key, l.value) from jsonb_each_text(social_links) l where l.value <> ''), '{}')
      where id = author.id;
    end if;
  end loop;
end $$;

drop table private.team;

drop function private.team_addresses();

drop function public.get_public_author_profiles();

drop function private.team_names();

CREATE OR REPLACE FUNCTION private.join_team()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  select coalesce(max(a.team_position), 0) + 1 into new.team_position from public.author_profiles a where a.id <> new.id;
  return new;
end $function$
;

revoke all on function private.join_team() from public, anon, authenticated, service_role;

CREATE TRIGGER join_team BEFORE INSERT OR UPDATE OF team_position ON public.author_profiles FOR EACH ROW WHEN ((new.team_position = 0)) EXECUTE FUNCTION private.join_team();

CREATE OR REPLACE FUNCTION private.log_team()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare was_member boolean := tg_op = 'UPDATE' and old.team_position is not null;
begin
  if was_member = (new.team_position is not null) then return null; end if;
  perform private.add_audit_entry('settings', tg_table_name, new.id::text, new.name,
    case when was_member then 'Left the editorial team' else 'Joined the editorial team' end);
  return null;
end $function$
;

revoke all on function private.log_team() from public, anon, authenticated, service_role;

CREATE TRIGGER log_team AFTER INSERT OR UPDATE OF team_position ON public.author_profiles FOR EACH ROW EXECUTE FUNCTION private.log_team();

CREATE OR REPLACE FUNCTION public.order_team(p_ids uuid[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if not public.has_role('super_admin', 'editor') then
    raise exception 'You are not allowed to change the editorial team' using errcode = '42501';
  end if;
  -- Locked, in an order that all callers share.
  perform from public.author_profiles a where a.team_position is not null order by a.id for update;
  if array(select a.id from public.author_profiles a where a.team_position is not null order by a.id)
     is distinct from array(select id from unnest(p_ids) id order by id) then
    raise exception 'The editorial team was changed by someone else in the meantime' using errcode = 'PT409';
  end if;
  update public.author_profiles set team_position = array_position(p_ids, id)
  where id = any (p_ids) and team_position <> array_position(p_ids, id);
  perform private.add_audit_entry('settings', 'author_profiles', null, 'Order of the editorial team',
    (select string_agg(a.name, ', ' order by a.team_position) from public.author_profiles a where a.id = any (p_ids)));
end $function$
;

revoke all on function public.order_team(uuid[]) from public, anon, authenticated, service_role;
grant execute on function public.order_team(uuid[]) to authenticated;
grant execute on function public.order_team(uuid[]) to service_role;

CREATE OR REPLACE FUNCTION public.get_public_author_profiles()
 RETURNS TABLE(id uuid, slug text, name text, role text, bio text, image_url text, email text, created_at timestamp with time zone, social_links jsonb, profile_id uuid, team_position integer)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select a.id, a.slug, a.name, a.role, a.bio,
    case when cardinality(private.withdrawn_files('author_profiles', a.id::text)) = 0 then a.image_url end, a.email, a.created_at, a.social_links, a.profile_id,
    a.team_position
  from public.author_profiles a order by a.name, a.id
$function$
;

revoke all on function public.get_public_author_profiles() from public, anon, authenticated, service_role;
grant execute on function public.get_public_author_profiles() to anon;
grant execute on function public.get_public_author_profiles() to authenticated;
grant execute on function public.get_public_author_profiles() to service_role;

CREATE OR REPLACE FUNCTION public.merge_people(p_from uuid, p_into uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare merged public.author_profiles; kept public.author_profiles; address text;
begin
  if not public.has_role('super_admin', 'editor') then
    raise exception 'Only editors merge people' using errcode = '42501';
  end if;
  if p_from = p_into then
    raise exception 'A person cannot be merged into themselves' using errcode = '23514';
  end if;
  -- Locked, in an order that all callers share: merging both ways at once would delete both.
  perform from public.author_profiles where id in (p_from, p_into) order by id for update;
  select * into merged from public.author_profiles where id = p_from;
  select * into kept from public.author_profiles where id = p_into;
  if merged.id is null or kept.id is null then
    raise exception 'This person is gone' using errcode = 'PT404';
  end if;
  if merged.team_position is not null then
    raise exception '“%” belongs to the editorial team and keeps their page', merged.name using errcode = '23514';
  end if;

  if kept.profile_id is not null then
    update public.articles a
    set credits = jsonb_build_array(jsonb_build_object('person_id', p_into,
      'role_id', (select r.id from public.credit_roles r where r.is_words)))
    where a.author_id = merged.profile_id and a.credits is null;
  end if;
  update public.slug_redirects set entity_id = p_into where kind = 'author' and entity_id = p_from;
  perform private.move_menu_links(p_from, p_into);
  update private.merged_people set into_id = p_into where into_id = p_from;
  insert into private.merged_people (from_id, into_id) values (p_from, p_into);
  update public.article_working_copies set data = replace(data::text, p_from::text, p_into::text)::jsonb
  where data::text like '%' || p_from || '%';
  -- Takes the credits along: tidy_credits.
  delete from public.author_profiles where id = p_from;
  update public.author_profiles set
    profile_id = coalesce(kept.profile_id, merged.profile_id), email = coalesce(kept.email, merged.email),
    role = coalesce(kept.role, merged.role), bio = coalesce(kept.bio, merged.bio),
    image_url = coalesce(kept.image_url, merged.image_url), social_links = merged.social_links || kept.social_links
  where id = p_into;
  foreach address in array private.author_addresses(merged) loop
    continue when address = any (private.author_addresses(kept));
    insert into public.slug_redirects (kind, old_slug, entity_id)
    values ('author', substring(address from '/author/(.*)'), p_into)
    on conflict (kind, old_slug) do update set entity_id = excluded.entity_id, created_at = now();
  end loop;
end $function$
;

CREATE OR REPLACE FUNCTION private.is_name_of_another(p_name text, p_profile uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER COST 10000
 SET search_path TO ''
AS $function$
  select not exists (select 1 from public.author_profiles a
      where a.profile_id = p_profile and private.name_key(a.name) = private.name_key(p_name))
    and (exists (select 1 from public.author_profiles a where private.name_key(a.name) = private.name_key(p_name))
      or exists (select 1 from public.profiles p
        where p.id <> p_profile and private.name_key(p.full_name) = private.name_key(p_name)
          and private.has_published_stories(p.id)))
$function$
;

CREATE OR REPLACE FUNCTION public.get_name_questions()
 RETURNS TABLE(profile_id uuid, email text, full_name text, asked_name text, is_request boolean, created_at timestamp with time zone, author_name text, is_name_of_another boolean, stories bigint)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select p.id, p.email, p.full_name, q.name, q.is_request, q.created_at,
    (select a.name from public.author_profiles a where a.id = private.unclaimed_author(p.id, q.name)),
    private.is_name_of_another(q.name, p.id),
    (select count(*) from public.articles s where s.author_id = p.id and s.status = 'published' and s.deleted_at is null)
  from (
    select r.profile_id, r.name, true, r.created_at from public.name_requests r where r.declined_at is null
    union all
    select w.id, w.full_name, false, w.updated_at from public.profiles w
    where not w.name_confirmed and w.removed_at is null and private.is_name_of_another(w.full_name, w.id)
      and (w.role <> 'viewer' or exists (select 1 from public.articles a where a.author_id = w.id))
      and not exists (select 1 from public.name_requests r where r.profile_id = w.id and r.declined_at is null)
  ) as q (profile_id, name, is_request, created_at)
  join public.profiles p on p.id = q.profile_id
  where public.has_role('super_admin', 'editor')
  order by q.created_at, p.id
$function$
;

CREATE OR REPLACE FUNCTION private.is_tag_category_or_author_address(path text)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select exists (select 1 from public.tags t where lower(path) = any (private.tag_addresses(t)))
    or exists (select 1 from public.categories c where lower(path) = any (private.category_addresses(c)))
    or exists (select 1 from public.author_profiles a where lower(path) = any (private.author_addresses(a)))
$function$
;

CREATE OR REPLACE FUNCTION public.register_magazine(p_magazine jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  delete from private.site_files f where not p_magazine -> 'files' ? f.path;
  insert into private.site_files select lower(f) from jsonb_array_elements_text(p_magazine -> 'files') f
  on conflict do nothing;
  delete from public.slug_redirects r using private.site_files f
  where r.kind = 'custom' and lower(split_part(r.old_path, '?', 1)) = f.path;

  if p_magazine ? 'addresses' then
    delete from private.own_addresses o where not p_magazine -> 'addresses' ? o.address;
    insert into private.own_addresses select a from jsonb_array_elements_text(p_magazine -> 'addresses') a
    on conflict do nothing;
  end if;

  insert into private.consent_wordings
  select r.version, r.form, r.wording
  from jsonb_to_recordset(p_magazine -> 'consent') as r (version text, form text, wording text)
  on conflict do nothing;
end $function$
;
