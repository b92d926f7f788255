drop function public.change_many(text,jsonb,text,jsonb,boolean);

CREATE OR REPLACE FUNCTION private.change_article(p_id uuid, p_act text, p_with jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  article record;
  columns jsonb := '{}';
  tags uuid[];
begin
  select a.status, a.published_at, a.author_id, a.credits, a.deleted_at into article
  from public.articles a where a.id = p_id;
  if p_act in ('restore', 'delete for good') and article.deleted_at is null then
    raise exception 'It is not in the trash' using errcode = '23514';
  elsif p_act not in ('restore', 'delete for good', 'undo') and article.deleted_at is not null then
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
    when 'undo' then
      -- Another hero that is out keeps its place.
      select jsonb_object_agg(key, case when key = 'hero' and exists (
          select from public.articles other where other.hero and other.id <> p_id and other.published_at <= now())
        then 'false' else value end)
      into columns from jsonb_each(p_with) where key = any (private.acted_columns());
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
end $function$
;

CREATE OR REPLACE FUNCTION private.change_file(p_id uuid, p_act text, p_with jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  rights constant text[] := array['credit', 'made_by', 'source', 'licence', 'licence_url', 'restriction', 'usable_from',
    'usable_until', 'release_on_file'];
begin
  case p_act
    when 'delete' then
      perform public.delete_media(p_id);
    when 'rights', 'undo' then
      perform private.update_row('media', p_id, (
        select coalesce(jsonb_object_agg(key, value), '{}') from jsonb_each(p_with) where key = any (rights)));
    else
      raise exception 'There is no such act' using errcode = '22023';
  end case;
end $function$
;

CREATE OR REPLACE FUNCTION public.bulk_change(p_table text, p_rows jsonb, p_act text, p_with jsonb DEFAULT '{}'::jsonb, p_dry_run boolean DEFAULT false)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  -- Names the functions above.
  kind text := case p_table when 'articles' then 'article' when 'media' then 'file' when 'tags' then 'tag'
    when 'subscribers' then 'subscriber' end;
  chosen record; before jsonb; after jsonb; outcome jsonb; outcomes jsonb[] := '{}'; is_done boolean := true;
  code text; message text; details text;
begin
  if jsonb_array_length(p_rows) > 500 then
    raise exception 'At most 500 can be changed at once' using errcode = '54000';
  end if;
  if kind is null then
    raise exception 'There is no such table' using errcode = '22023';
  end if;
  if jsonb_array_length(p_rows) > 1 then
    perform set_config('mantel.at_once', format('One of %s at once', jsonb_array_length(p_rows)), true);
  end if;
  begin
    -- In an order that all callers share: two acts on the same rows do not wait for each other.
    for chosen in
      select distinct on (1) (e ->> 'id')::uuid as id, e -> 'expected' as expected, e -> 'to' as wanted
      from jsonb_array_elements(p_rows) e order by 1
    loop
      outcome := jsonb_build_object('id', chosen.id);
      execute format('select from public.%I where id = $1 for update', p_table) using chosen.id;
      execute format('select private.state_of_%s($1)', kind) into before using chosen.id;
      -- A block with an exception handler is a savepoint.
      begin
        if before is null then raise exception 'It is gone' using errcode = 'PT404'; end if;
        if before - 'name' <> chosen.expected - 'name' then
          raise exception 'Somebody has changed it in the meantime' using errcode = 'PT409';
        end if;
        execute format('select private.change_%s($1, $2, $3)', kind)
        using chosen.id, p_act, coalesce(chosen.wanted, p_with);
        execute format('select private.state_of_%s($1)', kind) into after using chosen.id;
        outcome := outcome || jsonb_build_object('outcome', case when after = before then 'nothing' else 'done' end);
        if not p_dry_run then outcome := outcome || jsonb_build_object('after', after); end if;
      exception when others then
        get stacked diagnostics code = returned_sqlstate, message = message_text, details = pg_exception_detail;
        -- What is over soon is no reason: a deadlock, a lock that was waited for too long.
        if code ~ '^(40|55)' then raise; end if;
        outcome := outcome || jsonb_build_object('outcome', 'refused', 'code', code, 'message', message, 'details', details);
      end;
      is_done := is_done and outcome ->> 'outcome' = 'done';
      outcomes := outcomes || (outcome || jsonb_build_object('name', before -> 'name', 'before', before));
    end loop;
    if p_dry_run then raise exception 'rolled back' using errcode = 'MT000'; end if;
  exception when sqlstate 'MT000' then
    null;
  end;
  if not p_dry_run and not is_done then
    raise exception 'Something has changed in the meantime. Nothing was done.' using errcode = 'PT409';
  end if;
  return to_jsonb(outcomes);
end $function$
;

revoke all on function public.bulk_change(text,jsonb,text,jsonb,boolean) from public, anon, authenticated, service_role;
grant execute on function public.bulk_change(text,jsonb,text,jsonb,boolean) to authenticated;
grant execute on function public.bulk_change(text,jsonb,text,jsonb,boolean) to service_role;
