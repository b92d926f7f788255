/* The demo content, which leaves when a super admin begins a magazine of their own. Its rows have ids of a version that
   nothing else makes (stableId in supabase/seed/stable.ts); its accounts have addresses at mantel.example. */

-- What the seed has written into settings and branding, by column or name of a text: what still is the same goes, too.
create table private.demo_settings (name text primary key, value text not null);
alter table private.demo_settings enable row level security;

create function public.note_demo_settings(p_settings jsonb) returns void
language sql volatile security definer set search_path = ''
as $$
  insert into private.demo_settings select key, value from jsonb_each_text(p_settings) where value is not null
  on conflict (name) do update set value = excluded.value
$$;
grant execute on function public.note_demo_settings(jsonb) to service_role;

create function private.is_demo(id uuid) returns boolean
language sql immutable set search_path = ''
as $$ select substr(id::text, 15, 1) = '5' $$;

-- When the seed had ended, whose first row is an account: a row that was changed later was changed by somebody.
create function private.demo_was_seeded_at() returns timestamptz
language sql stable security definer set search_path = ''
as $$ select min(p.created_at) + interval '1 hour' from public.profiles p $$;

-- The rows of the demo content. `is_changed`: somebody has written in it since, so it is asked whether it goes.
create function public.get_demo_content() returns table (kind text, id uuid, title text, is_changed boolean)
language plpgsql stable security definer set search_path = ''
as $$
declare seeded_at timestamptz := private.demo_was_seeded_at();
begin
  if not public.has_role('super_admin') then
    raise exception 'Only a super admin can begin another magazine' using errcode = '42501';
  end if;
  return query
  select 'story', a.id, a.title, exists (
      select from public.article_revisions r where r.article_id = a.id and r.created_by is not null)
    or exists (select from public.article_working_copies w where w.article_id = a.id)
    or exists (select from public.comment_threads c where c.article_id = a.id)
  from public.articles a where private.is_demo(a.id)
  union all select 'page', p.id, p.title, p.version > 1 from public.pages p where private.is_demo(p.id)
  union all select 'template', t.id, t.name, t.version > 1 from public.article_templates t where private.is_demo(t.id)
  union all select 'plan', p.id, p.title, p.version > 1 from public.plans p where private.is_demo(p.id) and p.article_id is null
  union all select 'section', s.id, s.title, s.version > 1 from public.sections s where private.is_demo(s.id)
  union all select 'category', c.id, c.name, c.updated_at > seeded_at from public.categories c where private.is_demo(c.id)
  union all select 'tag', t.id, t.name, false from public.tags t where private.is_demo(t.id)
  union all select 'author', a.id, a.name, a.updated_at > seeded_at from public.author_profiles a where private.is_demo(a.id)
  union all select 'picture', m.id, m.original_filename, false from public.media m where private.is_demo(m.id)
  union all select 'font', f.id, f.font_name, false from public.fonts f where private.is_demo(f.id)
  union all select 'subscriber', s.id, s.email, false from public.subscribers s where private.is_demo(s.id)
  union all select 'message', m.id, m.name, false from public.contact_messages m where private.is_demo(m.id)
  union all select 'account', p.id, p.email, false from public.profiles p
    where p.email like '%@mantel.example' and p.id is distinct from (select auth.uid())
  order by 1, 3;
end $$;
grant execute on function public.get_demo_content() to authenticated;

/* Removes the demo content but the rows in p_keep, and what something that stays uses: sections with a category, categories,
   tags, authors and pictures. Its accounts are the auth server's: the admin deletes them after it. Returns the paths of the
   files in storage that are no row's any more, by bucket. */
create function private.remove_demo(p_keep uuid[]) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare pictures text[]; fonts text[];
begin
  -- One entry says it all.
  perform set_config('mantel.unlogged_deletes', 'on', true);
  delete from public.articles a where private.is_demo(a.id) and a.id <> all (p_keep);
  delete from public.pages p where private.is_demo(p.id) and p.id <> all (p_keep);
  delete from public.article_templates t where private.is_demo(t.id) and t.id <> all (p_keep);
  -- Of a story the plan stays and goes with it.
  delete from public.plans p where private.is_demo(p.id) and p.article_id is null and p.id <> all (p_keep);
  delete from public.subscribers s where private.is_demo(s.id);
  delete from public.contact_messages m where private.is_demo(m.id);

  delete from public.tags t where private.is_demo(t.id)
    and not exists (select from public.article_tags u where u.tag_id = t.id)
    and not exists (select from public.article_template_tags u where u.tag_id = t.id);
  delete from public.categories c where private.is_demo(c.id) and c.id <> all (p_keep)
    and not exists (select from public.articles a where a.category_id = c.id)
    and not exists (select from public.article_templates t where t.category_id = c.id)
    and not exists (select from public.plans p where p.category_id = c.id);
  delete from public.sections s where private.is_demo(s.id) and s.id <> all (p_keep)
    and not exists (select from public.categories c where s.slug = any (c.sections));

  delete from public.author_profiles p where private.is_demo(p.id) and p.id <> all (p_keep)
    and not exists (select from public.articles a where a.credits @> jsonb_build_array(jsonb_build_object('person_id', p.id)))
    and not exists (select from public.article_templates t where t.credits @> jsonb_build_array(jsonb_build_object('person_id', p.id)))
    and not exists (select from public.articles a where a.author_id = p.profile_id)
    and p.profile_id is distinct from (select auth.uid());

  -- A menu that somebody has saved is theirs.
  delete from public.menus m where not exists (
    select from public.audit_log l where l.entity = 'menus' and l.entity_id = m.id);
  update public.site_settings s set
    texts = coalesce((
      select jsonb_object_agg(t.name, t.value) from jsonb_each_text(s.texts) t (name, value)
      where (t.name, t.value) not in (select d.name, d.value from private.demo_settings d)), '{}'),
    social_url = nullif(s.social_url, (select d.value from private.demo_settings d where d.name = 'social_url')),
    contact_email = nullif(s.contact_email, (select d.value from private.demo_settings d where d.name = 'contact_email'));
  update public.branding b set icon = null where b.icon = (select d.value from private.demo_settings d where d.name = 'icon');

  with gone as (
    delete from public.fonts f where private.is_demo(f.id)
      and not exists (select from public.global_styles g where f.id in (g.primary_font_id, g.secondary_font_id, g.accent_font_id))
    returning f.font_file_path
  ) select array_agg(font_file_path) into fonts from gone;
  with gone as (
    delete from public.media m where private.is_demo(m.id) and not exists (select from public.media_usage(m.id))
    returning m.storage_path, m.thumbnail_path
  ) select array_agg(path) into pictures from gone, unnest(array[storage_path, thumbnail_path]) path where path is not null;
  perform set_config('mantel.unlogged_deletes', '', true);
  perform private.add_audit_entry('delete', null, null, 'Demo content', null);
  return jsonb_build_object('media', to_jsonb(coalesce(pictures, '{}')), 'fonts', to_jsonb(coalesce(fonts, '{}')));
end $$;
