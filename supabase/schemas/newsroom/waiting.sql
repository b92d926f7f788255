-- What waits for the caller, by kind: the first of each, and how many there are of that kind. `p_today` is the day in the
-- magazine's time zone. Runs as the caller: the policies decide what they see, this function what concerns them.
--   review      stories under review, for those who publish
--   sent-back   the caller's stories that an editor sent back, until the note is resolved; `detail` is the note
--   due         plans that the caller writes, and plans with tasks of theirs (`detail`), due within seven days or overdue
--   scheduled   stories with a date to come
--   comments    open threads of the caller, on stories and letters, that somebody else wrote in last; `detail` is what they wrote
--   messages    of readers, not read yet; `detail` is the subject
--   alt-texts   pictures without alt text that the caller may describe
--   rights      files whose right ends within thirty days
create function public.get_waiting(p_today date) returns table (
  kind text, total bigint, id uuid, article_id uuid, title text, detail text, person_id uuid, at timestamptz, day date,
  letter_id uuid)
language plpgsql stable security invoker set search_path = ''
as $$
#variable_conflict use_column
declare
  me constant uuid := auth.uid();
  publishes constant boolean := public.has_role('super_admin', 'editor');
  writes constant boolean := public.has_role('super_admin', 'editor', 'contributor');
begin
  return query
  with waiting (kind, id, article_id, title, detail, person_id, at, day) as (
    select 'review', a.id, a.id, a.title, null, a.author_id, a.updated_at, null::date
    from public.articles a where publishes and a.status = 'review' and a.deleted_at is null
    union all
    select 'sent-back', t.id, a.id, a.title, c.body, c.author_id, t.created_at, null
    from public.articles a
    join public.comment_threads t on t.article_id = a.id and t.kind = 'sent-back' and t.resolved_at is null
    join public.comments c on c.thread_id = t.id
    where a.author_id = me and a.status = 'draft' and a.deleted_at is null
      and not exists (
        select 1 from public.comments former
        where former.thread_id = t.id and (former.created_at, former.id) < (c.created_at, c.id))
    union all
    select 'due', p.id, p.article_id, coalesce(a.title, l.subject, p.title), null, null, null, p.planned_on
    from public.plans p
    left join public.articles a on a.id = p.article_id
    left join public.letters l on l.id = p.letter_id
    where p.person_id = me and p.planned_on < p_today + 7
      and (p.article_id is null or a.status in ('draft', 'review') and a.deleted_at is null)
      and (p.letter_id is null or l.status = 'draft')
    union all
    select 'due', p.id, p.article_id, coalesce(a.title, l.subject, p.title), t.kind, null, null, t.due_on
    from public.plan_tasks t join public.plans p on p.id = t.plan_id
    left join public.articles a on a.id = p.article_id
    left join public.letters l on l.id = p.letter_id
    where t.person_id = me and t.done_at is null and t.due_on < p_today + 7
      and (p.article_id is null or a.deleted_at is null) and l.status is distinct from 'cancelled'
    union all
    select 'scheduled', a.id, a.id, a.title, null, a.author_id, a.published_at, null
    from public.articles a
    where writes and a.status = 'published' and a.published_at > now() and a.deleted_at is null
    union all
    select 'comments', t.id, a.id, coalesce(a.title, l.subject), c.body, c.author_id, c.created_at, null
    from public.comment_threads t
    left join public.articles a on a.id = t.article_id and a.deleted_at is null
    left join public.letters l on l.id = t.letter_id
    join public.comments c on c.thread_id = t.id
    where (a.id is not null or l.id is not null) and t.kind <> 'sent-back' and t.resolved_at is null
      and c.author_id is distinct from me
      and not exists (
        select 1 from public.comments later
        where later.thread_id = t.id and (later.created_at, later.id) > (c.created_at, c.id))
      and (a.author_id = me or l.created_by = me
        or exists (
          select 1 from public.comments own
          where own.thread_id = t.id and (own.author_id = me or me = any (own.mentions))))
    union all
    select 'messages', m.id, null, m.name, m.subject, null, m.created_at, null
    from public.contact_messages m where m.status = 'new'
    union all
    select 'alt-texts', m.id, null, m.original_filename, null, m.uploaded_by, m.created_at, null
    from public.media m
    where writes and (publishes or m.uploaded_by = me) and m.mime_type like 'image/%' and coalesce(m.alt_text, '') = ''
    union all
    select 'rights', m.id, null, m.original_filename, null, m.uploaded_by, m.usable_until, null
    from public.media m
    where writes and (publishes or m.uploaded_by = me) and m.usable_until > now()
      and m.usable_until <= now() + interval '30 days'
  ), ranked as (
    select w.*, count(*) over (partition by w.kind) as total,
      row_number() over (
        partition by w.kind
        -- The newest comments, messages and pictures, and of the others what waits longest or comes next.
        order by w.day, case when w.kind in ('comments', 'messages', 'alt-texts') then now() - w.at else w.at - now() end,
          w.id) as place
    from waiting w
  )
  select r.kind, r.total, r.id, r.article_id, r.title, left(r.detail, 200), r.person_id, r.at, r.day,
    case r.kind
      when 'comments' then (select t.letter_id from public.comment_threads t where t.id = r.id)
      when 'due' then (select p.letter_id from public.plans p where p.id = r.id)
    end
  from ranked r where r.place <= 3 order by r.kind, r.place;
end $$;
grant execute on function public.get_waiting(date) to authenticated;
