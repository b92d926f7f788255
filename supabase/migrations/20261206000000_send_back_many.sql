-- Does one act to one article. Raises what a single write raises.
create or replace function private.change_article(p_id uuid, p_act text, p_with jsonb) returns void
language plpgsql security invoker set search_path = ''
as $$
declare
  article record;
  columns jsonb := '{}';
  tags uuid[];
begin
  select a.status, a.published_at, a.author_id, a.credits, a.deleted_at into article
  from public.articles a where a.id = p_id;
  if p_act in ('restore', 'delete for good') and article.deleted_at is null then
    raise exception 'It is not in the trash' using errcode = '23514';
  elsif p_act not in ('restore', 'delete for good', 'set back') and article.deleted_at is not null then
    raise exception 'It is in the trash' using errcode = '23514';
  end if;

  case p_act
    when 'publish' then
      if article.status = 'published' and exists (select from public.article_working_copies where article_id = p_id) then
        raise exception 'It is published, and its unpublished changes are published in the editor' using errcode = '23514';
      end if;
      columns := '{"status": "published"}';
    when 'unpublish' then
      if article.status = 'published' then columns := '{"status": "draft"}'; end if;
    when 'withdraw' then
      if article.status = 'review' then columns := '{"status": "draft"}'; end if;
    when 'send back' then
      if article.status = 'review' then perform public.send_back(p_id, p_with ->> 'note'); end if;
    when 'unarchive' then
      if article.status = 'archived' then columns := '{"status": "draft"}'; end if;
    when 'archive' then
      columns := '{"status": "archived"}';
    when 'trash' then
      columns := jsonb_build_object('deleted_at', now());
    when 'restore' then
      columns := '{"deleted_at": null}';
    when 'delete for good' then
      delete from public.articles where id = p_id;
      if not found then
        raise exception 'You are not allowed to delete this article' using errcode = '42501';
      end if;
    when 'category' then
      if not exists (select from public.categories c where c.id = (p_with ->> 'category_id')::uuid)
         and p_with ->> 'category_id' is not null then
        raise exception 'This category is gone' using errcode = 'PT404';
      end if;
      columns := jsonb_build_object('category_id', p_with -> 'category_id');
    when 'author' then
      if not exists (select from public.profiles p where p.id = (p_with ->> 'author_id')::uuid) then
        raise exception 'This account is gone' using errcode = 'PT404';
      end if;
      columns := jsonb_build_object('author_id', p_with -> 'author_id');
    when 'credit' then
      columns := jsonb_build_object('credits',
        private.with_credit(article.credits, article.author_id, (p_with ->> 'person_id')::uuid, (p_with ->> 'role_id')::uuid));
    when 'tags' then
      tags := array(
        select t.tag_id from public.article_tags t
        where t.article_id = p_id and not coalesce(p_with -> 'remove' ? t.tag_id::text, false)
        union select added::uuid from jsonb_array_elements_text(p_with -> 'add') added order by 1);
    when 'plan' then
      perform private.plan_story(p_id, (p_with ->> 'planned_on')::date);
    when 'set back' then
      -- Another hero that is out keeps its place.
      select jsonb_object_agg(key, case when key = 'hero' and exists (
          select from public.articles other where other.hero and other.id <> p_id and other.published_at <= now())
        then 'false' else value end)
      into columns from jsonb_each(p_with) where key = any (array['status', 'published_at', 'publish_at', 'hero', 'category_id',
        'author_id', 'credits', 'deleted_at']);
      tags := array(select tag::uuid from jsonb_array_elements_text(p_with -> 'tag_ids') tag order by 1);
      if p_with -> 'plan' = 'null' then
        -- A plan that was made by the act, and by nobody changed since.
        delete from public.plans where article_id = p_id and version = 1;
      end if;
      perform private.plan_story(p_id, (p_with #>> '{plan,planned_on}')::date);
    else
      raise exception 'There is no such act' using errcode = '22023';
  end case;

  if columns ->> 'status' <> 'published' and article.status = 'published' then
    -- The history keeps its unpublished changes. The date that is still to come stays chosen.
    delete from public.article_working_copies where article_id = p_id;
    columns := jsonb_build_object('publish_at', article.published_at) || columns;
  end if;
  if tags = array(select t.tag_id from public.article_tags t where t.article_id = p_id order by 1) then tags := null; end if;
  if tags is not null then
    columns := jsonb_build_object('updated_at', now()) || columns;
    perform set_config('mantel.tags_change', p_id::text, true);
  end if;
  perform private.update_row('articles', p_id, columns);
  perform set_config('mantel.tags_change', '', true);
  if tags is not null then
    delete from public.article_tags where article_id = p_id and tag_id <> all (tags);
    insert into public.article_tags (article_id, tag_id) select p_id, t from unnest(tags) t on conflict do nothing;
  end if;
end $$;
