-- Previews: stories as readers would see them if they were published as they are now. Links show them to people without an
-- account; the publisher draws them (src/publisher/server/preview-requests.ts), and where there is none the edge function
-- preview answers. Both ask with the secret key.

-- The links of stories. A token in the address identifies the link. Only its hash is kept: whoever reads the table, or a
-- copy of it, cannot open what is written later.
create table public.preview_links (
  id uuid primary key default gen_random_uuid(),
  article_id uuid not null references public.articles (id) on delete cascade,
  token_hash bytea not null unique,
  until timestamptz not null check (isfinite(until)),
  revoked_at timestamptz,
  -- How often the story was opened with it, and when last. Chat programs open links, too.
  openings integer not null default 0,
  opened_at timestamptz,
  created_by uuid references public.profiles (id) on delete set null,
  created_at timestamptz not null default now(),
  -- It was revoked because its maker lost the role or the account.
  ended_with_maker boolean not null default false
);
create index preview_links_article_idx on public.preview_links (article_id);
create index preview_links_created_by_idx on public.preview_links (created_by);

alter table public.preview_links enable row level security;
grant select (id, article_id, until, revoked_at, openings, opened_at, created_by, created_at, ended_with_maker)
on public.preview_links to authenticated;
create policy "writers see the links of stories they may change" on public.preview_links for select to authenticated
using (public.can_write_article(article_id));
create trigger limit_added_rows after insert on public.preview_links referencing new table as added_now
for each statement execute function private.limit_added_rows('links', '500');

-- Makes a link and returns its token, which is not to be had again. Raises 42501 for who may not change the story, 22023 for
-- a date that is past or more than 90 days ahead, PT429 for the 31st link of a person in ten minutes.
create function public.create_preview_link(p_article uuid, p_until timestamptz) returns text
language plpgsql security definer set search_path = ''
as $$
declare
  token text := encode(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()), 'hex');
  story public.articles;
begin
  select * into story from public.articles where id = p_article and deleted_at is null;
  if story.id is null or not public.can_write_article(p_article) then
    raise exception 'You are not allowed to share this article' using errcode = '42501';
  end if;
  -- A day more than the form offers: it counts days.
  if p_until is null or p_until <= now() or p_until > now() + interval '91 days' then
    raise exception 'A preview ends within 90 days' using errcode = '22023';
  end if;
  if private.count_request('preview link', auth.uid()::text) > 30 then
    raise exception 'Too many requests. Please try again in a few minutes.' using errcode = 'PT429';
  end if;
  insert into public.preview_links (article_id, token_hash, until, created_by)
  values (p_article, sha256(convert_to(token, 'UTF8')), p_until, auth.uid());
  perform private.add_audit_entry('preview', 'articles', p_article::text, story.title,
    'Shared until ' || to_char(p_until at time zone private.time_zone(), 'YYYY-MM-DD HH24:MI ') || private.time_zone());
  return token;
end $$;
grant execute on function public.create_preview_link(uuid, timestamptz) to authenticated;

-- Ends a link; one that has ended stays as it is. Raises 42501 for who may not change its story.
create function public.revoke_preview_link(p_link uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare story uuid;
begin
  select article_id into story from public.preview_links where id = p_link;
  if story is null or not public.can_write_article(story) then
    raise exception 'You are not allowed to change this link' using errcode = '42501';
  end if;
  update public.preview_links set revoked_at = now() where id = p_link and revoked_at is null and until > now();
  if found then
    perform private.add_audit_entry('preview', 'articles', story::text,
      (select a.title from public.articles a where a.id = story), 'Revoked');
  end if;
end $$;
grant execute on function public.revoke_preview_link(uuid) to authenticated;

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

-- Whether the caller may have a story drawn, with a text that need not be saved: writers who can read it. Null: a new one.
create function public.may_preview(p_article uuid) returns boolean
language sql stable security invoker set search_path = ''
as $$
  select public.has_role('super_admin', 'editor', 'contributor')
    and (p_article is null or exists (select 1 from public.articles a where a.id = p_article))
$$;
grant execute on function public.may_preview(uuid) to authenticated;

/* A story as it would be published with these columns and tags (null: its present ones): makes the change, reads what a
   publisher would read then, and takes everything back, as predict_change does. p_article null: a new story. People whom
   nobody has confirmed yet are named as they will be. The story, its
   pictures and the pages around it are those of the moment at which it comes out, `moment`: its date in the future; or else
   now, or when the last of its pictures may be shown. With the secret key only. Raises what a save raises, except for
   rights: `refused` names the files, with reasons, for which it would not be published; null: none. At the moment it is
   drawn without those that may not be shown then.
   Returns {id, slug, title, moment, refused, section (the first of its category: {slug, title}, or null), rows, events}. */
create function public.preview_story(p_article uuid, p_patch jsonb, p_tags uuid[] default null) returns jsonb
language plpgsql security invoker set search_path = '' set lock_timeout = '500ms'
as $$
declare
  story public.articles; comes_out timestamptz; moment timestamptz; last_event bigint; events jsonb; all_rows jsonb;
  shown jsonb; dates jsonb; other record; place integer := 0;
begin
  select * into story from public.articles a where a.id = p_article;
  select coalesce(max(o.id), 0) into last_event from public.publish_outbox o;
  -- A block with an exception handler is a savepoint: what it wrote, announced and set is gone when it raises.
  begin
    perform set_config('mantel.moment', now()::text, true);
    perform private.confirm_people(case when p_patch ? 'credits' then p_patch -> 'credits' else story.credits end);
    story := public.save_article(p_article, story.version, p_patch || '{"status": "published"}', p_tags,
      (select c.version from public.article_working_copies c where c.article_id = p_article and story.status = 'published'));
    comes_out := story.published_at;
    moment := case when comes_out > now() then comes_out else greatest(now(), private.usable_from(story.id)) end;
    perform set_config('mantel.moment', moment::text, true);
    -- A visitor sees what is out: in their order, those that come out before, and this one.
    dates := jsonb_build_object(story.id, comes_out);
    for other in
      select a.id, a.published_at from public.articles a
      where a.id <> story.id and a.status = 'published' and a.deleted_at is null
        and a.published_at > now() and a.published_at <= moment
      order by a.published_at limit 50
    loop
      place := place + 1;
      update public.articles set published_at = now() - interval '1 minute' + place * interval '1 second' where id = other.id;
      dates := dates || jsonb_build_object(other.id, other.published_at);
    end loop;
    if comes_out > now() then update public.articles set published_at = now() where id = story.id; end if;
    select coalesce(jsonb_agg(distinct jsonb_build_object('entity', o.entity, 'entity_id', o.entity_id)), '[]') into events
    from public.publish_outbox o where o.id > last_event and o.created_at = now() and o.due_at <= now();
    events := private.with_rows_of_files(events || private.events_until(moment));
    all_rows := private.public_rows(events);
    if all_rows ? 'articles' then
      all_rows := jsonb_set(all_rows, '{articles}', (
        select coalesce(jsonb_agg(case when dates ? (r ->> 'id') then r || jsonb_build_object('published_at', dates -> (r ->> 'id'))
          else r end), '[]')
        from jsonb_array_elements(all_rows -> 'articles') r));
    end if;
    shown := jsonb_build_object('id', story.id, 'slug', story.slug, 'title', story.title, 'rows', all_rows, 'events', events,
      'moment', moment,
      'refused', (select f.files from private.refused_files('articles', story.id::text, greatest(comes_out, now()), null) f),
      'section', (select jsonb_build_object('slug', s.slug, 'title', s.title)
        from public.categories c join public.sections s on s.slug = any (c.sections)
        where c.id = story.category_id order by s.position, s.slug limit 1));
    raise exception 'taken back' using errcode = 'MT000';
  exception when sqlstate 'MT000' then
    return shown;
  end;
end $$;

/* What the link with this token shows: {until, shows, story (see preview_story), time_zone, date_language, language}; null for a token
   that is not known, has ended or was revoked, and for a story in the trash. `shows`: draft, scheduled, changes (of a
   published story), or published: readers have the story as it is, and `story` is only {slug}. Changes are shown
   while the maker of the link may read them. p_counts: whether it is
   opened, and not a page gone on to. With the secret key only. */
create function public.open_preview(p_token text, p_counts boolean default true) returns jsonb
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
  patch := private.patch_of_copy(copy);
  return jsonb_build_object('until', link.until, 'shows', shows,
    'time_zone', (select s.time_zone from public.site_settings s),
    'date_language', private.date_language(), 'language', private.magazine_language(),
    'story', case when shows = 'published' then jsonb_build_object('slug', story.slug)
      else public.preview_story(story.id, patch, case when jsonb_typeof(patch -> 'tag_ids') = 'array'
        then array(select t::uuid from jsonb_array_elements_text(patch -> 'tag_ids') t) end) end);
end $$;
