CREATE OR REPLACE FUNCTION public.count_left_letter(p_token text, p_recipient uuid)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  update public.letter_recipients r set left_at = now(), left_by = 'page'
  from public.letters l, public.subscribers s
  where r.id = p_recipient and r.left_at is null and l.id = r.letter_id
    and s.id = r.subscriber_id and s.id = private.unsubscribe_token_owner(p_token)
    and (s.status = 'unsubscribed' or s.preferences -> l.topic is distinct from 'true')
$function$
;

revoke all on function public.count_left_letter(text,uuid) from public, anon, authenticated, service_role;
grant execute on function public.count_left_letter(text,uuid) to service_role;
