-- What the publisher could not publish as it should be, and why: rows that it left out, pages that keep their last good
-- version (entity 'address', id the path), and pictures without copies (entity 'picture', id the URL). The list is the
-- publisher's own and always whole.
create table public.publish_problems (
  entity text not null,
  entity_id text not null,
  reason text not null,
  since timestamptz not null default now(),
  primary key (entity, entity_id)
);

alter table public.publish_problems enable row level security;
grant select on public.publish_problems to authenticated;
create policy "staff see what is not published" on public.publish_problems for select to authenticated
using ((select public.has_role('super_admin', 'editor', 'contributor')));

-- Replaces the list. With the secret key only.
create function public.set_publish_problems(p_problems jsonb) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  delete from public.publish_problems p where not exists (
    select 1 from jsonb_to_recordset(p_problems) as n (entity text, entity_id text)
    where n.entity = p.entity and n.entity_id = p.entity_id);
  insert into public.publish_problems (entity, entity_id, reason)
  select n.entity, n.entity_id, left(string_agg(distinct n.reason, '; '), 2000)
  from jsonb_to_recordset(p_problems) as n (entity text, entity_id text, reason text)
  group by n.entity, n.entity_id
  on conflict (entity, entity_id) do update set reason = excluded.reason;
end $$;
