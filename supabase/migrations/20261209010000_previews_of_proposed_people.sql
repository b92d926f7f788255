-- Previews name people whom no editor has confirmed yet, instead of failing.
-- Makes people of those whom credits name and no editor has confirmed, and says how many. A writer whose account has an author
-- page by then is credited as that author.
create or replace function private.confirm_people(p_credits jsonb) returns integer
language plpgsql security definer set search_path = ''
as $$
declare proposed public.proposed_people; known uuid; confirmed integer := 0;
begin
  for proposed in
    delete from public.proposed_people p
    where p.id::text in (
      select credit ->> 'person_id'
      from jsonb_array_elements(case jsonb_typeof(p_credits) when 'array' then p_credits else '[]' end) credit)
    returning *
  loop
    confirmed := confirmed + 1;
    select a.id into known from public.author_profiles a where a.profile_id = proposed.profile_id;
    if known is null then
      insert into public.author_profiles (id, name, slug, profile_id)
      values (proposed.id, proposed.name, '', proposed.profile_id);
    else
      insert into private.merged_people (from_id, into_id) values (proposed.id, known);
      update public.articles set credits = credits
      where credits @> jsonb_build_array(jsonb_build_object('person_id', proposed.id));
      update public.article_templates set credits = credits
      where credits @> jsonb_build_array(jsonb_build_object('person_id', proposed.id));
    end if;
  end loop;
  return confirmed;
end $$;
grant execute on function private.confirm_people(jsonb) to service_role;

-- Makes a person of one who was proposed. Raises PT404 when they are gone, or are one already.
create or replace function public.confirm_person(p_id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  if not public.has_role('super_admin', 'editor') then
    raise exception 'Only editors confirm people' using errcode = '42501';
  end if;
  if private.confirm_people(jsonb_build_array(jsonb_build_object('person_id', p_id))) = 0 then
    raise exception 'This person is gone' using errcode = 'PT404';
  end if;
end $$;
grant execute on function public.confirm_person(uuid) to authenticated;

/* A story as it would be published with these columns and tags (null: those that it has): makes the change, reads what a
   publisher would read then, and takes everything back, as predict_change does. p_article null: a new story. People whom
   nobody has confirmed yet are named as they will be. The story, its
   pictures and the pages around it are those of the moment at which it comes out, `moment`: its date in the future; or else
   now, or when the last of its pictures may be shown. With the secret key only. Raises what a save raises, except for rights:
   `refused` names the files, with reasons, for which it would not be published; null: none. At the moment it is drawn
   without those that may not be shown then.
   Returns {id, slug, title, moment, refused, sections (those of its category), rows, events}. */
create or replace function public.preview_story(p_article uuid, p_patch jsonb, p_tags uuid[] default null) returns jsonb
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
      'sections', coalesce((select c.sections from public.categories c where c.id = story.category_id), '{}'));
    raise exception 'taken back' using errcode = 'MT000';
  exception when sqlstate 'MT000' then
    return shown;
  end;
end $$;
