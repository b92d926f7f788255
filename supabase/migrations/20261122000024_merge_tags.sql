-- Merging two tags.

/* Gives the articles and templates of one tag to another, leads its addresses to the other's page, and deletes it. The
   policies would let contributors move the tag of their own articles only; who may delete a tag may also merge it. */
create function public.merge_tags(p_from uuid, p_into uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare from_slug text;
begin
  if not public.has_role('super_admin', 'editor', 'contributor') then
    raise exception 'You are not allowed to merge tags' using errcode = '42501';
  end if;
  if p_from = p_into then
    raise exception 'A tag cannot be merged into itself' using errcode = '23514';
  end if;
  if not exists (select 1 from public.tags where id = p_into) then
    raise exception 'Tag not found' using errcode = 'PT404';
  end if;
  insert into public.article_tags (article_id, tag_id)
  select t.article_id, p_into from public.article_tags t where t.tag_id = p_from on conflict do nothing;
  insert into public.article_template_tags (template_id, tag_id)
  select t.template_id, p_into from public.article_template_tags t where t.tag_id = p_from on conflict do nothing;
  update public.article_working_copies set data = replace(data::text, p_from::text, p_into::text)::jsonb
  where data::text like '%' || p_from || '%';
  update public.slug_redirects set tag_id = p_into where tag_id = p_from;
  delete from public.tags where id = p_from returning slug into from_slug;
  if from_slug is null then
    raise exception 'Tag not found' using errcode = 'PT404';
  end if;
  insert into public.slug_redirects (kind, old_slug, tag_id) values ('tag', from_slug, p_into);
end $$;
grant execute on function public.merge_tags(uuid, uuid) to authenticated;
