CREATE OR REPLACE FUNCTION private.is_first_letter()
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce((
    select a.adapter <> 'mailbox' and not exists (
      select from public.letters l
      where lower(split_part(l.from_address, '@', 2)) = lower(split_part(a.address, '@', 2))
        and exists (select from public.letter_recipients r where r.letter_id = l.id and r.accepted_at is not null))
    from private.letter_adapter a), false)
$function$
;

revoke all on function private.is_first_letter() from public, anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION public.needs_sender_check(p_id uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select private.is_first_letter() and (
    select count(*) > 10 from private.letter_candidates((select l.topic from public.letters l where l.id = p_id)) c
    where c.reason is null)
$function$
;

CREATE OR REPLACE FUNCTION public.letter_sender_state()
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return (
    select jsonb_build_object('per_minute', s.per_minute, 'left_today', case when t.n > 0 then t.n when t.n <= 0 then 0 end,
      'from_name', coalesce(nullif(s.from_name, ''), (select g.site_name from public.site_settings g), ''), 'reply_to', s.reply_to,
      'is_first', private.is_first_letter())
    from public.letter_sender s,
      private.left_today((select lower(split_part(a.address, '@', 2)) from private.letter_adapter a)) as t (n));
end $function$
;
