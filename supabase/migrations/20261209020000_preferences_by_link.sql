-- Readers ask for a link by which they choose what comes to them.
alter table private.subscriber_mails drop constraint subscriber_mails_purpose_check;
alter table private.subscriber_mails add constraint subscriber_mails_purpose_check
check (purpose in ('confirm', 'unsubscribe', 'preferences', 'data', 'erasure'));

/* What the subscriber of an unsubscribe link has chosen to get, after choosing it where p_chosen is given:
   `{preferences}`. Where nothing can be chosen `{outcome}`: the link is not one of ours, the sign-up waits for its
   confirmation, or nobody is subscribed. */
create or replace function public.subscriber_preferences(p_token text, p_chosen jsonb default null) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  subscriber uuid := private.unsubscribe_token_owner(p_token);
  reader public.subscribers;
begin
  if subscriber is null then return jsonb_build_object('outcome', 'link-expired'); end if;
  if p_chosen is not null then
    update public.subscribers set preferences = p_chosen where id = subscriber and status = 'active';
  end if;
  select s.* into reader from public.subscribers s where s.id = subscriber;
  return case reader.status
    when 'active' then jsonb_build_object('preferences', reader.preferences)
    when 'pending' then jsonb_build_object('outcome', 'not-confirmed')
    else jsonb_build_object('outcome', 'not-subscribed-now') end;
end $$;
