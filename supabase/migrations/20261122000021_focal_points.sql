-- The focus of a picture: the point that stays in sight wherever the picture is cropped.

-- Whether an array is a focus: percent of the picture's width and height, from the left and from the top.
create function private.is_focus(p_focus smallint[]) returns boolean
language sql immutable set search_path = ''
as $$
  select array_ndims(p_focus) = 1 and cardinality(p_focus) = 2 and array_position(p_focus, null) is null
    and 0 <= all (p_focus) and 100 >= all (p_focus)
$$;
grant execute on function private.is_focus(smallint[]) to authenticated, service_role;

-- Null means the middle.
alter table public.media add column focus smallint[] check (private.is_focus(focus));
grant select (focus) on public.media to anon;

-- What the publisher finds to be the focus of a picture. Apart from media, so that a proposal publishes nothing.
create table public.media_focus_proposals (
  media_id uuid primary key references public.media (id) on delete cascade,
  focus smallint[] not null check (private.is_focus(focus))
);
alter table public.media_focus_proposals enable row level security;
grant select on public.media_focus_proposals to authenticated;
create policy "writers see focus proposals" on public.media_focus_proposals for select to authenticated
using ((select public.has_role('super_admin', 'editor', 'contributor')));

-- The pictures without a proposal, newest first. For the publisher, with the secret key only.
create function public.list_media_without_focus_proposal(p_take integer default 100)
returns table (id uuid, storage_path text, thumbnail_path text)
language sql stable security invoker set search_path = ''
as $$
  select m.id, m.storage_path, m.thumbnail_path
  from public.media m
  where m.mime_type in ('image/jpeg', 'image/png', 'image/webp', 'image/avif', 'image/gif', 'image/tiff')
    and not exists (select 1 from public.media_focus_proposals p where p.media_id = m.id)
  order by m.created_at desc, m.id
  limit p_take
$$;
