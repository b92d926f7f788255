drop function public.begin_magazine(jsonb,jsonb,jsonb,jsonb);

CREATE OR REPLACE FUNCTION private.log_delete()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if current_setting('mantel.unlogged_deletes', true) = 'on' then return null; end if;
  perform private.add_audit_entry('delete', tg_table_name, old.id::text,
    private.audit_subject(tg_table_name, to_jsonb(old)), null);
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.begin_magazine(p_opened jsonb, p_settings jsonb, p_sections jsonb, p_theme jsonb, p_keep uuid[] DEFAULT NULL::uuid[])
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare stored public.site_settings; section record; files jsonb := '{}';
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

  -- Before the new sections, whose categories may have a name of the demo's.
  if p_keep is not null then files := private.remove_demo(p_keep); end if;

  for section in select * from jsonb_to_recordset(p_sections) as s (slug text, title text, description text, color text) loop
    insert into public.sections (slug, title, description, empty_links, home_position)
    select section.slug, section.title, section.description, 'browse', coalesce(max(s.home_position), 0) + 1 from public.sections s;
    update public.categories set sections = array_append(sections, section.slug) where name = section.title;
    if not found then
      insert into public.categories (name, slug, color, sections, created_at)
      values (section.title, section.slug, section.color, array[section.slug], clock_timestamp());
    end if;
  end loop;

  if p_theme is null then return files; end if;
  update public.theme set light = p_theme -> 'light', dark = p_theme -> 'dark' where true;
  if not found then insert into public.theme (light, dark) values (p_theme -> 'light', p_theme -> 'dark'); end if;
  return files;
end $function$
;

revoke all on function public.begin_magazine(jsonb,jsonb,jsonb,jsonb,uuid[]) from public, anon, authenticated, service_role;
grant execute on function public.begin_magazine(jsonb,jsonb,jsonb,jsonb,uuid[]) to authenticated;
grant execute on function public.begin_magazine(jsonb,jsonb,jsonb,jsonb,uuid[]) to service_role;

create table private.demo_settings (
  name text not null,
  value text not null
);

alter table private.demo_settings enable row level security;

revoke all on table private.demo_settings from public, anon, authenticated, service_role;

alter table private.demo_settings add constraint demo_settings_pkey PRIMARY KEY (name);

CREATE OR REPLACE FUNCTION public.note_demo_settings(p_settings jsonb)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  insert into private.demo_settings select key, value from jsonb_each_text(p_settings) where value is not null
  on conflict (name) do update set value = excluded.value
$function$
;

revoke all on function public.note_demo_settings(jsonb) from public, anon, authenticated, service_role;
grant execute on function public.note_demo_settings(jsonb) to service_role;

CREATE OR REPLACE FUNCTION private.is_demo(id uuid)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$ select substr(id::text, 15, 1) = '5' $function$
;

revoke all on function private.is_demo(uuid) from public, anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION public.get_demo_content()
 RETURNS TABLE(kind text, id uuid, title text, is_changed boolean)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if not public.has_role('super_admin') then
    raise exception 'Only a super admin can begin another magazine' using errcode = '42501';
  end if;
  return query
  select 'story', a.id, a.title, exists (
      select from public.article_revisions r where r.article_id = a.id and r.created_by is not null)
    or exists (select from public.article_working_copies w where w.article_id = a.id)
  from public.articles a where private.is_demo(a.id)
  union all select 'page', p.id, p.title, p.version > 1 from public.pages p where private.is_demo(p.id)
  union all select 'template', t.id, t.name, t.version > 1 from public.article_templates t where private.is_demo(t.id)
  union all select 'plan', p.id, p.title, p.version > 1 from public.plans p where private.is_demo(p.id) and p.article_id is null
  union all select 'section', s.id, s.title, s.version > 1 from public.sections s where private.is_demo(s.id)
  union all select 'category', c.id, c.name, false from public.categories c where private.is_demo(c.id)
  union all select 'tag', t.id, t.name, false from public.tags t where private.is_demo(t.id)
  union all select 'author', a.id, a.name, false from public.author_profiles a where private.is_demo(a.id)
  union all select 'picture', m.id, m.original_filename, false from public.media m where private.is_demo(m.id)
  union all select 'font', f.id, f.font_name, false from public.fonts f where private.is_demo(f.id)
  union all select 'subscriber', s.id, s.email, false from public.subscribers s where private.is_demo(s.id)
  union all select 'message', m.id, m.name, false from public.contact_messages m where private.is_demo(m.id)
  union all select 'account', p.id, p.email, false from public.profiles p
    where p.email like '%@mantel.example' and p.id is distinct from (select auth.uid())
  order by 1, 3;
end $function$
;

revoke all on function public.get_demo_content() from public, anon, authenticated, service_role;
grant execute on function public.get_demo_content() to authenticated;
grant execute on function public.get_demo_content() to service_role;

CREATE OR REPLACE FUNCTION private.remove_demo(p_keep uuid[])
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
  delete from public.categories c where private.is_demo(c.id)
    and not exists (select from public.articles a where a.category_id = c.id)
    and not exists (select from public.article_templates t where t.category_id = c.id)
    and not exists (select from public.plans p where p.category_id = c.id);
  delete from public.sections s where private.is_demo(s.id) and s.id <> all (p_keep)
    and not exists (select from public.categories c where s.slug = any (c.sections));

  delete from public.author_profiles p where private.is_demo(p.id)
    and not exists (select from public.articles a where a.credits @> jsonb_build_array(jsonb_build_object('person_id', p.id)))
    and not exists (select from public.article_templates t where t.credits @> jsonb_build_array(jsonb_build_object('person_id', p.id)))
    and not exists (select from public.articles a where a.author_id = p.profile_id)
    and p.profile_id is distinct from (select auth.uid());

  -- A menu that somebody has saved since is theirs.
  delete from public.menus m where m.version = 1;
  update public.site_settings s set
    texts = coalesce((
      select jsonb_object_agg(t.name, t.value) from jsonb_each_text(s.texts) t (name, value)
      where (t.name, t.value) not in (select d.name, d.value from private.demo_settings d)), '{}'),
    social_url = nullif(s.social_url, (select d.value from private.demo_settings d where d.name = 'social_url')),
    contact_email = nullif(s.contact_email, (select d.value from private.demo_settings d where d.name = 'contact_email'));

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
end $function$
;

revoke all on function private.remove_demo(uuid[]) from public, anon, authenticated, service_role;

-- What the demo content of a magazine that is in use has in its settings: its seed did not note that.
insert into private.demo_settings select key, value
from jsonb_each_text('{
  "home_kind": "A journal of lived-in homes",
  "home_description": "{name} is a journal of lived-in homes: rooms, the people who use them, and what was kept.",
  "letter_heading": "One letter a week. *Nothing to buy in it.*",
  "letter_dialog_heading": "One letter *a week.*",
  "letter_text": "Rooms that were lived in before they were photographed, every Sunday morning.",
  "letter_welcome": "Welcome to {name}. Your first newsletter arrives within a few days.",
  "letter_thanks": "You''ll receive our latest design insights and home tours.",
  "letter_tips": "Design tips",
  "welcome_heading": "You are *in.*",
  "welcome_stories": "Until the first letter",
  "consent_letter_line": "We send our weekly letter and design tips to this address until you unsubscribe.",
  "consent_contact": "Sending a message also signs this address up for our weekly letter and design tips, until you unsubscribe.",
  "authors_description": "The people who write {name}: where they sit, what they look at first, and the stories they have brought home.",
  "authors_intro": "Our writers are shown by the chairs they write in. Most of them think it the better likeness.",
  "contact_description": "Write to the editors of {name}: a room we should see, a mistake we made, a question about a story.",
  "contact_intro": "Tell us about a room we should see, a mistake we made, or the chair you cannot find again. Somebody reads everything, usually on a Thursday.",
  "about_description": "{name} is a journal of lived-in homes. Why we make it, how we look at rooms, and the four things that guide us.",
  "about_heading": "A journal of *lived-in* homes",
  "about_intro": "{name} is about rooms that were used before they were photographed, and will be used again as soon as the photographer has gone.",
  "about_picture": "/about-640.webp",
  "about_picture_alt": "A hall with coats on pegs, a bench with two cushions, and shoes left under it",
  "about_first_heading": "Our Why",
  "about_first_text": "Most pictures of homes are taken on the one day nobody lives there. The fruit is bought for the bowl, the cables are behind the sofa, and the people have been sent out for coffee. We wanted to know what the room looked like an hour later.\n\nSo we began to visit homes as guests do. We ring, we wipe our feet, we stay for a meal if we are asked. We write down what was moved and what was kept, what it cost, and who carried it up the stairs. A home, we have come to think, is the only thing most people ever design, and they hardly ever get credit for it.",
  "about_second_heading": "Our Point of View",
  "about_second_text": "Good design is what you stop noticing and then miss in a hotel. It is rarely new and does not have to be expensive. It comes from paying attention to one place for a long time, which is why the people we trust most about a room are the ones who have swept it.\n\nWe are not against beautiful things. We only like them better with a mark on them. You will find advice here, but always from somebody who got it wrong first and has kept the receipt.",
  "about_values_heading": "What Guides Us",
  "about_values": "Thoughtful curation\nWe print a room because somebody in it made a decision, and we leave out the rooms where only money did. If we would not sit down in it, you will not see it here.\n\nNature as co-designer\nA window decides more than a paint chart does. So do the damp, the north wall and the tree next door. We ask what the weather wanted before we ask what the owner wanted.\n\nRitual over routine\nA routine is what you do to get it done. A ritual is the same thing, done at a table you like. We look for the second kind: the Sunday bath, the chair by the door, the cup that is only for mornings.\n\nSeasons of home\nNo house is finished, and few are the same in March as in October. We go back. Some of our best stories are about what had changed.",
  "privacy_email": "privacy@mantel.example",
  "advice_heading": "About homes, and advice",
  "advice_text": "Our stories describe what other people did in their houses. They are meant for interest and not as professional advice. Before you move a wall, a pipe, a wire or anything heavy, ask someone who is qualified and allowed to do it where you live.",
  "liability_limit": "one hundred US dollars",
  "governing_law": "the United States and of the state in which {name} has its principal office",
  "legal_since": "2025-08-01",
  "copyright": "© 2026 {name}. Printed on light.",
  "lost_stories": "On the shelf meanwhile",
  "fact_labels": "Place\nArchitect\nYear\nArea\nWho lives here\nWhat was moved\nWhat was kept",
  "social_url": "https://www.instagram.com/mantel.journal",
  "contact_email": "hello@mantel.example"
}')
where exists (select from public.site_settings s where private.is_demo(s.id));
