-- An address that is taken is told while it is typed, whichever article has it: one in the trash too, which most of the
-- staff cannot read. Nothing but yes or no is said of it, and only to people who write.
create function public.slug_taken(p_slug text, p_article uuid) returns boolean
language sql stable security definer set search_path = ''
as $$
  select public.has_role('super_admin', 'editor', 'contributor')
    and exists (select 1 from public.articles a where a.slug = p_slug and a.id is distinct from p_article)
$$;
grant execute on function public.slug_taken(text, uuid) to authenticated, service_role;
