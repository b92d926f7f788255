-- What somebody was given ends with their role and their account.

alter table public.preview_links add column ended_with_maker boolean not null default false;
grant select (ended_with_maker) on public.preview_links to authenticated;

/* What somebody made or was given for their role ends with it: the preview links that they made, their calendar, and as a
   viewer with the account their invitations to comment. */
create function private.end_what_was_given() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare story uuid;
begin
  if new.removed_at is not null or new.role = 'viewer' then
    for story in
      with ended as (
        update public.preview_links l set revoked_at = now(), ended_with_maker = true
        where l.created_by = new.id and l.revoked_at is null and l.until > now()
        returning l.article_id)
      select distinct e.article_id from ended e
    loop
      perform private.add_audit_entry('preview', 'articles', story::text,
        (select a.title from public.articles a where a.id = story),
        'Revoked: ' || private.account_name(new.id) || ' does not write any more');
    end loop;
    delete from private.calendar_tokens c where c.profile_id = new.id;
  end if;
  if new.removed_at is not null or new.role <> 'viewer' then
    delete from public.comment_guests g where g.profile_id = new.id;
  end if;
  return null;
end $$;
create trigger end_what_was_given after update of role, removed_at on public.profiles
for each row when (old.role <> new.role or old.removed_at is null and new.removed_at is not null)
execute function private.end_what_was_given();

-- What was given before.
update public.preview_links l set revoked_at = now(), ended_with_maker = true
where l.revoked_at is null and l.until > now() and not exists (
  select 1 from public.profiles p where p.id = l.created_by and p.role <> 'viewer');
delete from private.calendar_tokens c using public.profiles p where p.id = c.profile_id and p.role = 'viewer';

/* What the link with this token shows: {until, shows, story (see preview_story), time_zone, date_language}; null for a token
   that is not known, has ended or was revoked, and for a story in the trash. `shows`: draft, scheduled, changes (of a
   published story), or published: readers have the story as it is, and `story` is only {slug}. Changes are shown
   while the maker of the link may read them. p_counts: whether it is
   opened, and not a page gone on to. With the secret key only. */
create or replace function public.open_preview(p_token text, p_counts boolean default true) returns jsonb
language plpgsql security invoker set search_path = ''
as $$
declare link public.preview_links; story public.articles; copy public.article_working_copies; patch jsonb; shows text;
begin
  select l.* into link from public.preview_links l join public.articles a on a.id = l.article_id
  where l.token_hash = sha256(convert_to(p_token, 'UTF8')) and l.revoked_at is null and l.until > now() and a.deleted_at is null;
  if link.id is null then return null; end if;
  if p_counts then
    update public.preview_links set openings = openings + 1, opened_at = now() where id = link.id;
  end if;
  select * into story from public.articles where id = link.article_id;
  if story.status = 'published' and exists (select 1 from public.profiles p
      where p.id = link.created_by and p.role in ('super_admin', 'editor')) then
    select * into copy from public.article_working_copies where article_id = story.id;
  end if;
  shows := case when story.status <> 'published' then 'draft' when story.published_at > now() then 'scheduled'
    when copy.article_id is not null then 'changes' else 'published' end;
  patch := coalesce(copy.data -> 'patch', '{}');
  return jsonb_build_object('until', link.until, 'shows', shows,
    'time_zone', (select s.time_zone from public.site_settings s),
    'date_language', (select s.date_language from public.site_settings s),
    'story', case when shows = 'published' then jsonb_build_object('slug', story.slug)
      else public.preview_story(story.id, patch, case when jsonb_typeof(patch -> 'tag_ids') = 'array'
        then array(select t::uuid from jsonb_array_elements_text(patch -> 'tag_ids') t) end) end);
end $$;
