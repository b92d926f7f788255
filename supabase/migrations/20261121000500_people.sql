-- What the screens of subscribers, messages, authors and users ask for.

create index profiles_full_name_trgm_idx on public.profiles using gin (full_name extensions.gin_trgm_ops);
create index profiles_email_trgm_idx on public.profiles using gin (email extensions.gin_trgm_ops);
create index profiles_created_idx on public.profiles (created_at desc);
create index author_profiles_created_idx on public.author_profiles (created_at desc);

-- The counters above the list of subscribers and the choices of its source filter, most used first. Strangers send the
-- source, so that only so many different ones are offered.
create function public.get_subscriber_overview(month_start timestamptz)
returns table (total bigint, active bigint, this_month bigint, sources text[])
language sql stable set search_path = ''
as $$
  select count(*), count(*) filter (where s.status = 'active'), count(*) filter (where s.subscribed_at >= month_start),
    coalesce((
      select array_agg(used.source_page order by used.times desc, used.source_page)
      from (select source_page, count(*) as times from public.subscribers
            where source_page <> '' group by source_page order by times desc, source_page limit 200) used
    ), '{}')
  from public.subscribers s
$$;
grant execute on function public.get_subscriber_overview(timestamptz) to authenticated, service_role;

-- Messages: staff change nothing but the status; who answered and when is noted by itself.
alter table public.contact_messages
  add column answered_at timestamptz,
  add column answered_by uuid references public.profiles (id) on delete set null;
create index contact_messages_status_idx on public.contact_messages (status, created_at desc);

revoke insert, update on public.contact_messages from authenticated;
grant update (status) on public.contact_messages to authenticated;

create function private.note_answer() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if new.status is distinct from old.status then
    new.answered_at := case when new.status = 'answered' then now() end;
    new.answered_by := case when new.status = 'answered' then (select p.id from public.profiles p where p.id = auth.uid()) end;
  end if;
  return new;
end $$;
create trigger note_answer before update on public.contact_messages for each row execute function private.note_answer();

-- A person is removed with their account, by the function delete-user: a profile gone alone would leave an account
-- that signs in to nothing.
drop policy "a super admin removes others" on public.profiles;
revoke delete on public.profiles from authenticated;
