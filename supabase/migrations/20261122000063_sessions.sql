-- The sessions of an account, which its person sees and ends. They are the auth server's: a session that is gone cannot be
-- renewed, and its access token works until it expires, an hour at most.

create function public.list_own_sessions()
returns table (id uuid, user_agent text, created_at timestamptz, last_used_at timestamptz, is_current boolean)
language sql stable security definer set search_path = ''
as $$
  -- As JSON: older auth servers lack columns.
  select s.id, to_jsonb(s) ->> 'user_agent', s.created_at,
    greatest(s.created_at, s.updated_at, (to_jsonb(s) ->> 'refreshed_at')::timestamp at time zone 'UTC'),
    s.id::text = auth.jwt() ->> 'session_id'
  from auth.sessions s
  where s.user_id = auth.uid() and coalesce((to_jsonb(s) ->> 'not_after')::timestamptz > now(), true)
    and public.get_missing_factor() = 'nothing'
  order by 5 desc, 4 desc
$$;
grant execute on function public.list_own_sessions() to authenticated;

-- Ends one of the caller's sessions, or all but the present one (p_session null). Returns how many.
create function public.end_own_sessions(p_session uuid default null) returns integer
language plpgsql security definer set search_path = ''
as $$
declare devices text[]; device text;
begin
  if auth.uid() is null or public.get_missing_factor() <> 'nothing' then
    raise exception 'Please sign in again' using errcode = '42501';
  end if;
  with ended as (
    delete from auth.sessions s
    where s.user_id = auth.uid()
      and case when p_session is null then s.id::text is distinct from auth.jwt() ->> 'session_id' else s.id = p_session end
    returning coalesce(to_jsonb(s) ->> 'user_agent', '') as device)
  select array_agg(ended.device) into devices from ended;
  if exists (select 1 from public.profiles p where p.id = auth.uid() and p.role <> 'viewer') then
    foreach device in array coalesce(devices, '{}') loop
      perform private.add_audit_entry('session', null, null, null, device);
    end loop;
  end if;
  return coalesce(cardinality(devices), 0);
end $$;
grant execute on function public.end_own_sessions(uuid) to authenticated;
