CREATE OR REPLACE FUNCTION public.get_calendar(p_token text)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_build_object(
    'stories', coalesce((
      select jsonb_agg(jsonb_build_object('id', p.id, 'plan_id', p.id, 'title', coalesce(a.title, p.title), 'day', p.planned_on,
        'brief', p.brief, 'article_id', p.article_id, 'version', p.version, 'updated_at', p.updated_at) order by p.planned_on, p.id)
      from public.plans p left join public.articles a on a.id = p.article_id
      where p.planned_on is not null and a.deleted_at is null
        and (reader.role <> 'contributor' or p.person_id = reader.id or a.author_id = reader.id)), '[]'),
    'tasks', coalesce((
      select jsonb_agg(jsonb_build_object('id', t.id, 'plan_id', p.id, 'kind', t.kind, 'title', coalesce(a.title, p.title), 'day', t.due_on,
        'article_id', p.article_id, 'version', p.version, 'updated_at', p.updated_at) order by t.due_on, t.id)
      from public.plan_tasks t join public.plans p on p.id = t.plan_id left join public.articles a on a.id = p.article_id
      where t.person_id = reader.id and t.due_on is not null and t.done_at is null and a.deleted_at is null), '[]'),
    'letters', coalesce((
      select jsonb_agg(jsonb_build_object('id', l.id, 'title', l.subject, 'at', coalesce(l.frozen_at, l.send_at),
        'version', l.version, 'updated_at', l.updated_at) order by coalesce(l.frozen_at, l.send_at), l.id)
      from public.letters l
      where coalesce(l.frozen_at, l.send_at) is not null and (l.frozen_at is not null or l.status <> 'cancelled')
        and (reader.role <> 'contributor' or l.created_by = reader.id)), '[]'))
  from private.calendar_tokens c join public.profiles reader on reader.id = c.profile_id
  where c.token_hash = sha256(convert_to(p_token, 'UTF8')) and reader.removed_at is null
    and reader.role in ('super_admin', 'editor', 'contributor')
$function$
;
