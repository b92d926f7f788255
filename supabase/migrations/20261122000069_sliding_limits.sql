/* Counts a request of a caller. Returns how many there have been in the last ten minutes, which are counted by the minute:
   with windows that begin at fixed times, a caller could send twice the limit around such a time. */
create or replace function private.count_request(p_action text, p_caller text) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  this_minute timestamptz := date_trunc('minute', now());
  hits_of_minute integer;
begin
  insert into private.rate_limits as r (action, caller, window_start) values (p_action, p_caller, this_minute)
  on conflict (action, caller, window_start) do update set hits = r.hits + 1 returning hits into hits_of_minute;
  if hits_of_minute = 1 then delete from private.rate_limits where window_start < now() - interval '20 minutes'; end if;
  return (
    select sum(hits) from private.rate_limits
    where action = p_action and caller = p_caller and window_start >= this_minute - interval '10 minutes'
  );
end $$;
