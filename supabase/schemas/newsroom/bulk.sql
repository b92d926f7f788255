-- Bulk changes: one act on the rows that somebody has selected, in one transaction, with the rules of single writes.

/* Changes columns of one row. Only those are written, so that triggers for others do not run. Raises 42501 when the caller
   may not change the row. */
create function private.update_row(p_table text, p_id uuid, p_columns jsonb) returns void
language plpgsql security invoker set search_path = ''
as $$
declare columns text; new_values text; changed bigint;
begin
  if p_columns = '{}' then return; end if;
  select string_agg(format('%I', key), ', '), string_agg(format('new.%I', key), ', ') into columns, new_values
  from jsonb_object_keys(p_columns) key;
  execute format('update public.%1$I t set (%2$s) = row(%3$s) from jsonb_populate_record(null::public.%1$I, $1) new
    where t.id = $2', p_table, columns, new_values) using p_columns, p_id;
  get diagnostics changed = row_count;
  if changed = 0 then raise exception 'You are not allowed to change this' using errcode = '42501'; end if;
end $$;

-- Articles -----------------------------------------------------------------------------------------------------------

-- The columns of articles that acts change.
create function private.acted_columns() returns text[]
language sql immutable set search_path = ''
as $$
  select array['status', 'published_at', 'publish_at', 'hero', 'category_id', 'author_id', 'credits', 'deleted_at']
$$;

/* What an act may change of an article, with its name. Null for one that the caller cannot read. The admin keeps it to
   undo the act. */
create function private.state_of_article(p_id uuid) returns jsonb
language sql stable security invoker set search_path = ''
as $$
  select jsonb_build_object('name', a.title,
    'has_copy', exists (select from public.article_working_copies c where c.article_id = a.id),
    'tag_ids', array(select t.tag_id from public.article_tags t where t.article_id = a.id order by t.tag_id),
    'plan', (select jsonb_build_object('id', p.id, 'planned_on', p.planned_on) from public.plans p where p.article_id = a.id))
    || (select jsonb_object_agg(c, to_jsonb(a) -> c) from unnest(private.acted_columns()) c)
  from public.articles a where a.id = p_id
$$;

-- The credits of a story with one more. A story that names nobody (null) has its owner's person as writer.
create function private.with_credit(p_credits jsonb, p_owner uuid, p_person uuid, p_role uuid) returns jsonb
language plpgsql stable security invoker set search_path = ''
as $$
begin
  if not exists (select from public.author_profiles where id = p_person) then
    raise exception 'This person is gone' using errcode = 'PT404';
  end if;
  if not exists (select from public.credit_roles where id = p_role) then
    raise exception 'This role is gone' using errcode = 'PT404';
  end if;
  return coalesce(p_credits, (
      select jsonb_agg(jsonb_build_object('person_id', p.id, 'role_id', r.id))
      from public.author_profiles p, public.credit_roles r where p.profile_id = p_owner and r.is_words), '[]')
    || jsonb_build_object('person_id', p_person, 'role_id', p_role);
end $$;

-- Plans a story for a day; null: for none.
create function private.plan_story(p_article uuid, p_day date) returns void
language plpgsql security invoker set search_path = ''
as $$
begin
  update public.plans set planned_on = p_day where article_id = p_article and planned_on is distinct from p_day;
  if (select p.planned_on from public.plans p where p.article_id = p_article) is distinct from p_day then
    -- Refused where there is a plan that the caller may not change.
    insert into public.plans (article_id, planned_on) values (p_article, p_day);
  end if;
end $$;

-- Does one act to one article. Raises what a single write raises.
create function private.change_article(p_id uuid, p_act text, p_with jsonb) returns void
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
end $$;

-- Files --------------------------------------------------------------------------------------------------------------

create function private.state_of_file(p_id uuid) returns jsonb
language sql stable security invoker set search_path = ''
as $$
  select jsonb_build_object('name', m.original_filename, 'credit', m.credit, 'made_by', m.made_by, 'source', m.source,
    'licence', m.licence, 'licence_url', m.licence_url, 'restriction', m.restriction, 'usable_from', m.usable_from,
    'usable_until', m.usable_until, 'release_on_file', m.release_on_file, 'storage_path', m.storage_path,
    'thumbnail_path', m.thumbnail_path)
  from public.media m where m.id = p_id
$$;

-- Does one act to one file. The stored file of one that is deleted is removed by the caller, as after delete_media.
create function private.change_file(p_id uuid, p_act text, p_with jsonb) returns void
language plpgsql security invoker set search_path = ''
as $$
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
end $$;

-- Tags ---------------------------------------------------------------------------------------------------------------

create function private.state_of_tag(p_id uuid) returns jsonb
language sql stable security invoker set search_path = ''
as $$
  select jsonb_build_object('name', t.name,
    'articles', (select count(*) from public.article_tags a where a.tag_id = t.id))
  from public.tags t where t.id = p_id
$$;

-- Does one act to one tag.
create function private.change_tag(p_id uuid, p_act text, p_with jsonb) returns void
language plpgsql security invoker set search_path = ''
as $$
begin
  case p_act
    when 'delete' then
      delete from public.tags where id = p_id;
      if not found then
        raise exception 'You are not allowed to delete this tag' using errcode = '42501';
      end if;
    when 'merge' then
      perform public.merge_tags(p_id, (p_with ->> 'into')::uuid);
    else
      raise exception 'There is no such act' using errcode = '22023';
  end case;
end $$;

-- Subscribers --------------------------------------------------------------------------------------------------------

create function private.state_of_subscriber(p_id uuid) returns jsonb
language sql stable security invoker set search_path = ''
as $$
  select jsonb_build_object('name', s.email, 'status', s.status, 'data_requested_at', s.data_requested_at,
    'erasure_requested_at', s.erasure_requested_at)
  from public.subscribers s where s.id = p_id
$$;

-- Does one act to one subscriber.
create function private.change_subscriber(p_id uuid, p_act text, p_with jsonb) returns void
language plpgsql security invoker set search_path = ''
as $$
begin
  case p_act
    when 'answered' then
      perform private.update_row('subscribers', p_id, '{"data_requested_at": null, "erasure_requested_at": null}');
    when 'unsubscribe' then
      perform private.update_row('subscribers', p_id, '{"status": "unsubscribed"}');
    when 'delete' then
      perform public.erase_subscriber(p_id);
    else
      raise exception 'There is no such act' using errcode = '22023';
  end case;
end $$;

-- Any kind of row ----------------------------------------------------------------------------------------------------

/* Bulk change: does one act to rows of a table, as the caller: the policies and triggers of single writes hold.
   p_rows: an array of {id}. `expected`: the state the caller read; a row that has changed since is refused. `to`: the state
   to restore, for the act 'undo'. p_with: what the act needs. p_dry_run: everything is rolled back.
   Returns an array of {id, name, outcome, before}, and after an act `after`. The outcome is done, nothing (the row has the
   wanted values already) or refused, with the error's `code`, `message` and `details`. Unless it is a dry run, nothing is
   done and PT409 raised when a row is refused. Raises 54000 for more than 500 rows (MAX_BULK_ROWS in
   src/domain/newsroom/bulk.ts). */
create function public.bulk_change(
  p_table text, p_rows jsonb, p_act text, p_with jsonb default '{}', p_dry_run boolean default false)
returns jsonb
language plpgsql security invoker set search_path = ''
as $$
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
end $$;
grant execute on function public.bulk_change(text, jsonb, text, jsonb, boolean) to authenticated;
grant execute on function private.update_row(text, uuid, jsonb), private.acted_columns(),
  private.state_of_article(uuid), private.with_credit(jsonb, uuid, uuid, uuid),
  private.plan_story(uuid, date), private.change_article(uuid, text, jsonb), private.state_of_file(uuid),
  private.change_file(uuid, text, jsonb), private.state_of_tag(uuid), private.change_tag(uuid, text, jsonb),
  private.state_of_subscriber(uuid), private.change_subscriber(uuid, text, jsonb) to authenticated;
