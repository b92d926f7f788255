drop function public.get_waiting(date);

drop function public.get_notifications(integer,boolean);

drop function private.notification_lines(uuid[]);

drop function private.notify(public.notification_kind,uuid,uuid,uuid,uuid,date,uuid[]);

drop policy "staff read their own notifications of what they may read" on public.notifications;

alter table public.notifications drop constraint notifications_subject_check;

drop function public.get_comment_people(uuid);

drop function private.comment_people(uuid);

drop policy "writers resolve threads, guests those they began" on public.comment_threads;

drop policy "writers and guests read threads of stories they read" on public.comment_threads;

alter table public.comment_threads drop constraint comment_threads_kind_check;

alter table public.comment_threads alter column article_id drop not null;

alter table public.comment_threads add column letter_id uuid;

alter table public.comment_threads add constraint comment_threads_kind_check CHECK ((kind = ANY (ARRAY['passage'::text, 'picture'::text, 'field'::text, 'story'::text, 'sent-back'::text, 'letter'::text])));

alter table public.comment_threads add constraint comment_threads_about_check CHECK (((num_nonnulls(article_id, letter_id) = 1) AND ((letter_id IS NOT NULL) = (kind = 'letter'::text))));

alter table public.comment_threads add constraint comment_threads_letter_id_fkey FOREIGN KEY (letter_id) REFERENCES public.letters(id) ON DELETE CASCADE;

CREATE INDEX comment_threads_letter_idx ON public.comment_threads USING btree (letter_id);

create policy "writers and guests read threads of what they read" on public.comment_threads
  for select
  to authenticated
  using ((((EXISTS ( SELECT 1
   FROM public.articles a
  WHERE (a.id = comment_threads.article_id))) OR (EXISTS ( SELECT 1
   FROM public.letters l
  WHERE (l.id = comment_threads.letter_id)))) AND (( SELECT private.is_writer() AS is_writer) OR ((NOT is_internal) AND (EXISTS ( SELECT 1
   FROM public.comment_guests g
  WHERE ((g.article_id = comment_threads.article_id) AND (g.profile_id = ( SELECT auth.uid() AS uid)))))))));

create policy "writers resolve threads, guests those they began" on public.comment_threads
  for update
  to authenticated
  using ((((EXISTS ( SELECT 1
   FROM public.articles a
  WHERE (a.id = comment_threads.article_id))) OR (EXISTS ( SELECT 1
   FROM public.letters l
  WHERE (l.id = comment_threads.letter_id)))) AND (( SELECT private.is_writer() AS is_writer) OR (private.thread_author(id) = ( SELECT auth.uid() AS uid)))));

CREATE OR REPLACE FUNCTION private.before_comment_write()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare thread public.comment_threads; named uuid[];
begin
  select * into thread from public.comment_threads where id = new.thread_id;
  if not private.is_service() then
    if not public.has_role('super_admin', 'editor') and private.count_request('comment', auth.uid()::text) > 40 then
      raise exception 'Too many comments. Please try again in a few minutes.' using errcode = 'PT429';
    end if;
    if tg_op = 'INSERT' then new.author_id := auth.uid(); end if;
  end if;
  if tg_op = 'UPDATE' and new.body is distinct from old.body then new.edited_at := now(); end if;
  new.is_internal := tg_op = 'UPDATE' and old.is_internal or coalesce(thread.is_internal, true) or not private.is_out(thread.article_id);
  named := array(select match[1]::uuid from regexp_matches(new.body, '<@([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})>', 'g') match);
  new.mentions := array(
    select p.id from public.profiles p
    where p.id = any (named) and (private.is_service() or tg_op = 'UPDATE' and p.id = any (old.mentions)
      or p.id in (select o.id from private.comment_people(thread.article_id, thread.letter_id) o where o.can_be_mentioned))
    order by p.id);
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION private.thread_title(p_thread public.comment_threads)
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select a.title from public.articles a where a.id = p_thread.article_id
  union all select l.subject from public.letters l where l.id = p_thread.letter_id
$function$
;

revoke all on function private.thread_title(public.comment_threads) from public, anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION private.after_comment_delete()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if auth.uid() is distinct from old.author_id then
    perform private.add_audit_entry('delete', tg_table_name, old.id::text,
      (select private.thread_title(t) from public.comment_threads t where t.id = old.thread_id),
      (select 'Of ' || p.full_name from public.profiles p where p.id = old.author_id));
  end if;
  -- One end after the other, and after an answer that is under way.
  perform 1 from public.comment_threads t where t.id = old.thread_id for update;
  delete from public.comment_threads t where t.id = old.thread_id
    and not exists (select 1 from public.comments c where c.thread_id = t.id);
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION private.after_thread_delete()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.add_audit_entry('delete', tg_table_name, old.id::text, private.thread_title(old), null);
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION private.add_thread(p_thread public.comment_threads)
 RETURNS uuid
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  insert into public.comment_threads (article_id, letter_id, kind, subject, quote, prefix, suffix, is_repeated, is_internal)
  values (p_thread.article_id, p_thread.letter_id, p_thread.kind, p_thread.subject, p_thread.quote, p_thread.prefix, p_thread.suffix,
    coalesce(p_thread.is_repeated, false), p_thread.kind = 'sent-back' or not private.is_out(p_thread.article_id))
  returning id
$function$
;

CREATE OR REPLACE FUNCTION private.is_in_conversation(p_article uuid, p_letter uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select (exists (select 1 from public.articles a where a.id = p_article)
          or exists (select 1 from public.letters l where l.id = p_letter))
    and ((select private.is_writer())
         or exists (select 1 from public.comment_guests g where g.article_id = p_article and g.profile_id = auth.uid()))
$function$
;

revoke all on function private.is_in_conversation(uuid,uuid) from public, anon, authenticated, service_role;
grant execute on function private.is_in_conversation(uuid,uuid) to authenticated;

CREATE OR REPLACE FUNCTION public.start_thread(p_thread jsonb, p_body text)
 RETURNS uuid
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare thread public.comment_threads := jsonb_populate_record(null::public.comment_threads, p_thread);
begin
  if not private.is_in_conversation(thread.article_id, thread.letter_id)
     or thread.kind = 'sent-back' and not public.has_role('super_admin', 'editor') then
    raise exception 'You are not in this conversation' using errcode = '42501';
  end if;
  thread.id := private.add_thread(thread);
  insert into public.comments (thread_id, body) values (thread.id, p_body);
  return thread.id;
end $function$
;

CREATE OR REPLACE FUNCTION private.comment_people(p_article uuid, p_letter uuid)
 RETURNS TABLE(id uuid, full_name text, name_confirmed boolean, hint text, can_be_mentioned boolean, is_guest boolean)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with me as (select private.is_writer() as writes), named as (
    select t.resolved_by as id from me, public.comment_threads t
    where (t.article_id = p_article or t.letter_id = p_letter) and (me.writes or not t.is_internal)
    union select unnest(c.author_id || c.mentions)
    from me, public.comments c join public.comment_threads t on t.id = c.thread_id
    where (t.article_id = p_article or t.letter_id = p_letter) and (me.writes or not c.is_internal))
  select p.id, p.full_name, p.name_confirmed, private.account_hint(p), writes_now or is_guest, is_guest
  from me, public.profiles p,
    lateral (select p.role in ('super_admin', 'editor', 'contributor') as writes_now,
      p.role = 'viewer' and exists (select 1 from public.comment_guests g
        where g.article_id = p_article and g.profile_id = p.id) as is_guest) now
  where p.id in (select n.id from named n) or is_guest or writes_now and me.writes
  order by p.full_name, p.id
$function$
;

revoke all on function private.comment_people(uuid,uuid) from public, anon, authenticated, service_role;
grant execute on function private.comment_people(uuid,uuid) to authenticated;

CREATE OR REPLACE FUNCTION public.get_comment_people(p_article uuid, p_letter uuid DEFAULT NULL::uuid)
 RETURNS TABLE(id uuid, full_name text, name_confirmed boolean, hint text, can_be_mentioned boolean, is_guest boolean)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select p.* from private.comment_people(p_article, p_letter) p
  where (select private.is_in_conversation(p_article, p_letter))
  order by p.full_name, p.id
$function$
;

revoke all on function public.get_comment_people(uuid,uuid) from public, anon, authenticated, service_role;
grant execute on function public.get_comment_people(uuid,uuid) to authenticated;
grant execute on function public.get_comment_people(uuid,uuid) to service_role;

alter table public.notifications add column letter_id uuid;

alter table public.notifications add constraint notifications_subject_check CHECK (((num_nonnulls(article_id, letter_id, plan_id) = 1) AND ((task_id IS NULL) OR (plan_id IS NOT NULL)) AND ((comment_id IS NOT NULL) = (kind = ANY (ARRAY['mentioned'::public.notification_kind, 'commented'::public.notification_kind]))) AND ((due_on IS NOT NULL) = (kind = 'due'::public.notification_kind))));

alter table public.notifications add constraint notifications_letter_id_fkey FOREIGN KEY (letter_id) REFERENCES public.letters(id) ON DELETE CASCADE;

CREATE INDEX notifications_letter_idx ON public.notifications USING btree (letter_id);

create policy "staff read their own notifications of what they may read" on public.notifications
  for select
  to authenticated
  using (((recipient_id = ( SELECT auth.uid() AS uid)) AND ( SELECT private.is_staff() AS is_staff) AND ((article_id IS NULL) OR (EXISTS ( SELECT 1
   FROM public.articles a
  WHERE ((a.id = notifications.article_id) AND (a.deleted_at IS NULL))))) AND ((letter_id IS NULL) OR (EXISTS ( SELECT 1
   FROM public.letters l
  WHERE (l.id = notifications.letter_id)))) AND ((plan_id IS NULL) OR (EXISTS ( SELECT 1
   FROM public.plans p
  WHERE ((p.id = notifications.plan_id) AND ((p.article_id IS NULL) OR (EXISTS ( SELECT 1
           FROM public.articles a
          WHERE ((a.id = p.article_id) AND (a.deleted_at IS NULL))))))))) AND ((comment_id IS NULL) OR (EXISTS ( SELECT 1
   FROM public.comments c
  WHERE (c.id = notifications.comment_id))))));

CREATE OR REPLACE FUNCTION private.who_hears(p_kind public.notification_kind, p_article uuid, p_plan uuid, p_task uuid, p_comment uuid)
 RETURNS SETOF uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  -- assigned: who got the story, the entry of the plan or the task
  select a.author_id from public.articles a where p_kind = 'assigned' and a.id = p_article
  union select p.person_id from public.plans p where p_kind = 'assigned' and p.id = p_plan and p_task is null
  union select t.person_id from public.plan_tasks t where p_kind = 'assigned' and t.id = p_task
  -- submitted: all who may publish
  union select p.id from public.profiles p where p_kind = 'submitted' and p.role in ('super_admin', 'editor')
  -- sent_back: the owner of the story, and who writes it by the plan
  union select a.author_id from public.articles a where p_kind = 'sent_back' and a.id = p_article
  union select p.person_id from public.plans p where p_kind = 'sent_back' and p.article_id = p_article
  -- mentioned: whom the comment names
  union select unnest(c.mentions) from public.comments c where p_kind = 'mentioned' and c.id = p_comment
  -- commented: the owner of the story or who began the letter, and all who wrote in the thread
  union select a.author_id from public.articles a where p_kind = 'commented' and a.id = p_article
  union select l.created_by from public.comments c join public.comment_threads t on t.id = c.thread_id
    join public.letters l on l.id = t.letter_id where p_kind = 'commented' and c.id = p_comment
  union select c.author_id from public.comments c where p_kind = 'commented'
    and c.thread_id = (select one.thread_id from public.comments one where one.id = p_comment)
  -- published: the owner of the story, and the accounts of the people in its credits
  union select a.author_id from public.articles a where p_kind = 'published' and a.id = p_article
  union select person.profile_id from public.articles a, jsonb_array_elements(a.credits) credit
    join public.author_profiles person on person.id = (credit ->> 'person_id')::uuid
    where p_kind = 'published' and a.id = p_article
$function$
;

CREATE OR REPLACE FUNCTION private.notify(p_kind public.notification_kind, p_article uuid DEFAULT NULL::uuid, p_plan uuid DEFAULT NULL::uuid, p_task uuid DEFAULT NULL::uuid, p_comment uuid DEFAULT NULL::uuid, p_due date DEFAULT NULL::date, p_except uuid[] DEFAULT '{}'::uuid[], p_letter uuid DEFAULT NULL::uuid)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  insert into public.notifications (
    recipient_id, kind, article_id, letter_id, plan_id, task_id, comment_id, due_on, actor_id, by_mail)
  select p.id, p_kind, p_article, p_letter, p_plan, p_task, p_comment, p_due, auth.uid(), private.choice_of(p.id, p_kind) = 'mail'
  from private.who_hears(p_kind, p_article, p_plan, p_task, p_comment) heard (id)
  join public.profiles p on p.id = heard.id and p.removed_at is null
  where p.id is distinct from auth.uid() and p.id <> all (p_except) and private.choice_of(p.id, p_kind) <> 'none'
    and private.room_of(p.id) > 0
$function$
;

revoke all on function private.notify(public.notification_kind,uuid,uuid,uuid,uuid,date,uuid[],uuid) from public, anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION private.notify_of_comment()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare article uuid; letter uuid; told uuid[];
begin
  if auth.uid() is null then return null; end if;
  select t.article_id, t.letter_id into article, letter from public.comment_threads t where t.id = new.thread_id;
  if tg_op = 'UPDATE' then
    perform private.notify('mentioned', article, p_letter => letter, p_comment => new.id, p_except => old.mentions || array(
      select n.recipient_id from public.notifications n where n.comment_id = new.id and n.kind = 'mentioned'));
    return null;
  end if;
  -- now() is the same in a transaction: those who were told so in this one.
  told := array(select n.recipient_id from public.notifications n
    where n.article_id = article and n.kind = 'sent_back' and n.created_at = now());
  perform private.notify('mentioned', article, p_letter => letter, p_comment => new.id, p_except => told);
  told := told || array(select n.recipient_id from public.notifications n where n.comment_id = new.id);
  perform private.notify('commented', article, p_letter => letter, p_comment => new.id, p_except => told);
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION private.notification_lines(p_ids uuid[] DEFAULT NULL::uuid[])
 RETURNS TABLE(ids uuid[], kind public.notification_kind, actor text, actors bigint, article_id uuid, plan_id uuid, thread_id uuid, title text, tasks text[], is_whole boolean, due_on date, words text, may_edit boolean, created_at timestamp with time zone, read_at timestamp with time zone, actor_confirmed boolean, letter_id uuid)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  with line as (
    select array_agg(n.id order by n.created_at desc, n.id) as ids, n.kind, n.due_on,
      (array_agg(n.article_id) filter (where n.article_id is not null))[1] as article_id,
      (array_agg(n.plan_id) filter (where n.plan_id is not null))[1] as plan_id,
      (array_agg(n.letter_id) filter (where n.letter_id is not null))[1] as letter_id,
      array_agg(n.task_id) filter (where n.task_id is not null) as task_ids, bool_or(n.task_id is null) as is_whole,
      (array_agg(n.actor_id order by n.created_at desc, n.id))[1] as actor_id, count(distinct n.actor_id) as actors,
      (array_agg(n.comment_id order by n.created_at desc, n.id))[1] as comment_id, max(n.created_at) as created_at, n.read_at
    from public.notifications n left join public.plans entry on entry.id = n.plan_id
    where n.recipient_id = auth.uid() and (p_ids is null or n.id = any (p_ids))
    group by n.kind, coalesce(n.article_id, n.letter_id, entry.article_id, n.plan_id), n.due_on, n.read_at)
  select l.ids, l.kind, private.account_name(l.actor_id), l.actors, a.id, l.plan_id, c.thread_id, coalesce(a.title, p.title, mail.subject),
    array(select t.kind from public.plan_tasks t where t.id = any (l.task_ids) order by t.position, t.id), l.is_whole,
    l.due_on, private.first_words(c), l.plan_id is null and public.can_write_article(a.id), l.created_at, l.read_at,
    private.is_name_confirmed(l.actor_id), l.letter_id
  from line l
  left join public.plans p on p.id = l.plan_id
  left join public.articles a on a.id = coalesce(l.article_id, p.article_id)
  left join public.letters mail on mail.id = l.letter_id
  left join public.comments c on c.id = coalesce(l.comment_id, (
    -- The note with which a story was sent back is of the same transaction.
    select note.id from public.comments note join public.comment_threads thread on thread.id = note.thread_id
    where l.kind = 'sent_back' and thread.kind = 'sent-back' and thread.article_id = l.article_id
      and note.created_at = l.created_at limit 1))
$function$
;

revoke all on function private.notification_lines(uuid[]) from public, anon, authenticated, service_role;
grant execute on function private.notification_lines(uuid[]) to authenticated;

CREATE OR REPLACE FUNCTION public.get_notifications(p_limit integer, p_only_unread boolean DEFAULT false)
 RETURNS TABLE(ids uuid[], kind public.notification_kind, actor text, actors bigint, article_id uuid, plan_id uuid, thread_id uuid, title text, tasks text[], is_whole boolean, due_on date, words text, may_edit boolean, created_at timestamp with time zone, read_at timestamp with time zone, actor_confirmed boolean, letter_id uuid)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select * from private.notification_lines() l where l.read_at is null or not p_only_unread
  order by l.created_at desc, l.ids limit p_limit
$function$
;

revoke all on function public.get_notifications(integer,boolean) from public, anon, authenticated, service_role;
grant execute on function public.get_notifications(integer,boolean) to authenticated;
grant execute on function public.get_notifications(integer,boolean) to service_role;

CREATE OR REPLACE FUNCTION public.count_unread_notifications()
 RETURNS bigint
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select count(*) from (
    select distinct n.kind, coalesce(n.article_id, n.letter_id, entry.article_id, n.plan_id), n.due_on
    from public.notifications n left join public.plans entry on entry.id = n.plan_id
    where n.recipient_id = auth.uid() and n.read_at is null limit 100) line
$function$
;

CREATE OR REPLACE FUNCTION private.archive_tables()
 RETURNS TABLE(place bigint, name text, part text, private_columns text[], reason text)
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select row_number() over (), listed.* from (values
    ('public.profiles', 'content', array['email'], null),
    ('public.author_profiles', 'content', array['email'], null),
    ('private.merged_people', 'content', null, null),
    ('private.former_names', 'content', null, null),
    ('public.name_requests', 'content', null, null),
    ('public.notification_choices', 'content', null, null),
    ('public.proposed_people', 'content', null, null),
    ('public.categories', 'content', null, null),
    ('public.tags', 'content', null, null),
    ('private.merged_tags', 'content', null, null),
    ('public.sections', 'content', null, null),
    ('public.menus', 'content', null, null),
    ('public.credit_roles', 'content', null, null),
    ('public.media', 'content', null, null),
    ('public.media_focus_proposals', 'content', null, null),
    ('private.deleted_media', 'content', null, null),
    ('private.used_storage_paths', 'content', null, null),
    ('public.fonts', 'content', null, null),
    ('public.global_styles', 'content', null, null),
    ('public.theme', 'content', null, null),
    ('public.branding', 'content', null, null),
    ('public.site_settings', 'content', null, null),
    ('private.demo_settings', 'content', null, null),
    ('private.consent_wordings', 'content', null, null),
    ('public.pages', 'content', null, null),
    ('public.articles', 'content', null, null),
    ('public.article_tags', 'content', null, null),
    ('public.article_working_copies', 'content', null, null),
    ('public.article_templates', 'content', null, null),
    ('public.article_template_tags', 'content', null, null),
    ('public.slug_redirects', 'content', null, null),
    ('public.front_versions', 'content', null, null),
    ('public.letters', 'content', null, null),
    ('public.plans', 'content', null, null),
    ('public.plan_tasks', 'content', null, null),
    ('public.comment_threads', 'content', null, null),
    ('public.comments', 'content', null, null),
    ('public.comment_guests', 'content', null, null),
    ('private.story_readings', 'content', null, null),
    ('private.page_readings', 'content', null, null),
    ('private.reading_sources', 'content', null, null),
    ('private.reading_letters', 'content', null, null),
    ('private.reading_bots', 'content', null, null),
    ('public.article_revisions', 'history', null, null),
    ('public.subscribers', 'private', null, null),
    -- Links to unsubscribe go on in letters that are out, and who was erased stays away.
    ('private.unsubscribe_key', 'private', null, null),
    ('private.erased_addresses', 'private', null, null),
    ('public.contact_messages', 'private', null, null),
    ('public.letter_sender', 'content', null, null),
    ('public.letter_recipients', 'private', null, null),
    ('public.suppressions', 'private', null, null),
    ('private.mail_events', 'private', null, null),
    -- Reports of imports name addresses, and the rows before an import have those of subscribers.
    ('public.imports', 'private', null, null),
    ('private.imported_rows', 'private', null, null),
    ('public.audit_log', 'audit-log', null, null),
    ('private.media_references', 'none', null, 'made of the rows again'),
    ('private.story_words', 'none', null, 'made of the stories again'),
    ('private.search_words', 'none', null, 'made of the stories again'),
    ('public.publish_outbox', 'none', null, 'made of the rows again: all that readers see, and what is scheduled'),
    ('public.builds', 'none', null, 'what a publisher has done'),
    ('public.publish_problems', 'none', null, 'what a publisher has found'),
    ('public.backup_runs', 'none', null, 'what was backed up of this project, and when'),
    ('private.publisher_lease', 'none', null, 'belongs to a running publisher'),
    ('private.publish_webhook', 'none', null, 'a secret of the project'),
    ('public.deploy_settings', 'none', null, 'a secret of the project: the address of the build hook'),
    ('private.build_hook_call', 'none', null, 'the last call of the build hook'),
    ('public.notifications', 'none', null, 'told already; a restored magazine tells of what comes after'),
    ('private.notifications_began', 'none', null, 'the time of the restore'),
    ('private.mails', 'none', null, 'no mail is sent twice, and the links in them are secret'),
    ('public.preview_links', 'none', null, 'digests of secret links, which end'),
    ('private.calendar_tokens', 'none', null, 'digests of secret addresses, which end'),
    ('private.first_account_token', 'none', null, 'the digest of a secret link'),
    ('private.announced_actors', 'none', null, 'lasts for a minute'),
    ('private.rate_limits', 'none', null, 'counts of minutes'),
    ('private.added_rows', 'none', null, 'counts of hours'),
    ('private.missed_searches', 'none', null, 'kept for 100 days'),
    ('private.missing_paths', 'none', null, 'kept for 100 days'),
    ('private.undo_steps', 'none', null, 'kept for a day'),
    ('private.own_addresses', 'none', null, 'the publisher tells them'),
    ('private.letter_adapter', 'none', null, 'the publisher tells it'),
    ('private.site_files', 'none', null, 'the code tells them'),
    ('private.saved_columns', 'none', null, 'part of the schema'),
    ('private.reserved_page_slugs', 'none', null, 'part of the schema'),
    ('private.archive_lines', 'none', null, 'rows of an archive that is written or read'),
    ('storage.objects', 'none', null, 'the files themselves are in the archive'),
    ('storage.buckets', 'none', null, 'part of the schema'),
    ('auth.users', 'none', null, 'accounts are made anew, without password: their addresses are in the second file'),
    ('auth.identities', 'none', null, 'made with the accounts'),
    ('auth.sessions', 'none', null, 'secret'),
    ('auth.refresh_tokens', 'none', null, 'secret'),
    ('auth.mfa_factors', 'none', null, 'secret'),
    ('auth.mfa_challenges', 'none', null, 'secret'),
    ('auth.mfa_amr_claims', 'none', null, 'of sessions'),
    ('auth.flow_state', 'none', null, 'secret'),
    ('auth.audit_log_entries', 'none', null, 'of the auth server')
  ) as listed (name, part, private_columns, reason)
$function$
;

CREATE OR REPLACE FUNCTION public.get_waiting(p_today date)
 RETURNS TABLE(kind text, total bigint, id uuid, article_id uuid, title text, detail text, person_id uuid, at timestamp with time zone, day date, letter_id uuid)
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
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
    select 'due', p.id, p.article_id, coalesce(a.title, p.title), null, null, null, p.planned_on
    from public.plans p left join public.articles a on a.id = p.article_id
    where p.person_id = me and p.planned_on < p_today + 7
      and (p.article_id is null or a.status in ('draft', 'review') and a.deleted_at is null)
    union all
    select 'due', p.id, p.article_id, coalesce(a.title, p.title), t.kind, null, null, t.due_on
    from public.plan_tasks t join public.plans p on p.id = t.plan_id left join public.articles a on a.id = p.article_id
    where t.person_id = me and t.done_at is null and t.due_on < p_today + 7
      and (p.article_id is null or a.deleted_at is null)
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
    (select t.letter_id from public.comment_threads t where r.kind = 'comments' and t.id = r.id)
  from ranked r where r.place <= 3 order by r.kind, r.place;
end $function$
;

revoke all on function public.get_waiting(date) from public, anon, authenticated, service_role;
grant execute on function public.get_waiting(date) to authenticated;
grant execute on function public.get_waiting(date) to service_role;
