alter table private.letter_adapter add column asked_at timestamp with time zone;

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
  update private.letter_adapter set asked_at = now() where asked_at is null or asked_at < now() - interval '1 minute';
  return (
    select jsonb_build_object(
      'due', coalesce(jsonb_agg(jsonb_build_object('id', l.id, 'version', l.version) order by l.send_at)
        filter (where l.send_at <= now()), '[]'),
      'next_ms', min(ceil(extract(epoch from l.send_at - now()) * 1000)) filter (where l.send_at > now()),
      'is_sending', exists (select from public.letters g where g.status = 'sending' and g.hold is null))
    from public.letters l where l.status = 'scheduled' and l.hold is null);
end $function$
;
