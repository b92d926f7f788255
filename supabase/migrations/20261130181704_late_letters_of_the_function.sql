CREATE OR REPLACE FUNCTION private.record_sender()
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  insert into private.letter_adapter as a (adapter, asked_at) values ('none', now())
  on conflict (singleton) do update set asked_at = now() where a.asked_at is null or a.asked_at < now() - interval '1 minute'
$function$
;

revoke all on function private.record_sender() from public, anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION public.due_letters()
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  update public.letters l set hold = 'late'
  where l.hold is null and (l.status = 'scheduled' and l.send_at < now() - interval '1 hour'
    or l.status = 'sending' and exists (select from private.letter_adapter a where a.asked_at < now() - interval '1 hour'));
  if exists (select from public.letters l where l.status = 'sending') then perform private.record_sender(); end if;
  return (
    select jsonb_build_object(
      'due', coalesce(jsonb_agg(jsonb_build_object('id', l.id, 'version', l.version) order by l.send_at)
        filter (where l.send_at <= now()), '[]'),
      'next_ms', min(ceil(extract(epoch from l.send_at - now()) * 1000)) filter (where l.send_at > now()),
      'is_sending', exists (select from public.letters g where g.status = 'sending' and g.hold is null))
    from public.letters l where l.status = 'scheduled' and l.hold is null);
end $function$
;

CREATE OR REPLACE FUNCTION public.freeze_letter(p_id uuid, p_version integer, p_slug text, p_content jsonb, p_html text, p_plain_text text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET statement_timeout TO '2min'
AS $function$
declare letter public.letters; total integer; queued integer; sending record; name text;
begin
  select l.* into letter from public.letters l
  where l.id = p_id and l.version = p_version and l.status = 'scheduled' and l.hold is null and l.send_at <= now() for update;
  if letter.id is null then return null; end if;
  select * into sending from private.letter_sending();
  if sending.adapter = 'none' then
    raise exception 'No mail server is set up for letters' using errcode = '23514';
  end if;
  insert into public.letter_recipients (letter_id, subscriber_id, email, state, reason)
  select p_id, c.subscriber_id, c.email, case when c.reason is null then 'queued' else 'excluded' end, c.reason
  from private.letter_candidates(letter.topic) c;
  get diagnostics total = row_count;
  -- Many rows at once, of which the planner knows nothing yet.
  analyze public.letter_recipients;
  select count(*) into queued from public.letter_recipients r where r.letter_id = p_id and r.state = 'queued';
  select coalesce(nullif(s.from_name, ''), (select t.site_name from public.site_settings t), '') into name from public.letter_sender s;
  update public.letters l set status = 'sending', frozen_at = clock_timestamp(), candidates = total, slug = p_slug, content = p_content,
    html = p_html, plain_text = p_plain_text, from_name = left(name, 120), from_address = sending.address,
    reply_to = (select s.reply_to from public.letter_sender s)
  where l.id = p_id;
  perform private.record_sender();
  return jsonb_build_object('candidates', total, 'recipients', queued);
end $function$
;
