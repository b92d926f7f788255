CREATE OR REPLACE FUNCTION private.log_settings()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  -- The order of sections has one entry of its own (order_sections).
  unlogged text[] := array['id', 'version', 'created_at', 'updated_at', 'position', 'home_position'];
  before jsonb := case when tg_op = 'UPDATE' then to_jsonb(old) - unlogged else '{}' end;
  after jsonb := to_jsonb(new) - unlogged;
  note text;
begin
  if before = after then return null; end if;
  if tg_table_name = 'theme' then
    before := private.theme_colours(before);
    after := private.theme_colours(after);
  elsif tg_table_name = 'site_settings' then
    before := before - 'texts' || coalesce(before -> 'texts', '{}');
    after := after - 'texts' || (after -> 'texts');
  elsif tg_table_name = 'branding' then
    before := private.mark_names(before);
    after := private.mark_names(after);
  end if;
  -- Fonts have ids, which say nothing; the address of the hook is a secret, its host is not.
  select string_agg(case
      when tg_table_name = 'global_styles' then replace(replace(key, '_id', ''), '_', ' ')
      when key = 'deploy_hook_url' then 'new address'
      else replace(key, '_', ' ') || ': ' || case when before ? key then private.audit_value(before -> key) || ' → ' else '' end
        || private.audit_value(value) end, ', ' order by key)
  into note
  from jsonb_each(after) where value is distinct from before -> key;
  perform private.add_audit_entry('settings', tg_table_name, new.id::text, case tg_table_name
    when 'site_settings' then 'Settings' when 'deploy_settings' then 'Deploy hook' when 'theme' then 'Colours'
    when 'branding' then 'Branding'
    when 'sections' then after ->> 'title' else 'Global styles' end, note);
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION private.update_media_references()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  owner_table text := tg_table_name;
  -- Files that a row had before are no use of them.
  old_row jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) - 'former' end;
  new_row jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) - 'former' end;
  owner_id text := coalesce(new_row, old_row) ->> tg_argv[0];
  seen_from timestamptz := private.public_from(owner_table, new_row);
  seen_before timestamptz := private.public_from(owner_table, old_row);
  -- They name no file, so that a publish reads no text.
  ignored text[] := array['updated_at', 'version', 'status', 'published_at', 'publish_at', 'deleted_at', 'hero',
    'featured', 'read_time'];
  addresses text[]; added text[] := '{}';
begin
  if tg_op = 'DELETE' then
    delete from private.media_references r where r.table_name = owner_table and r.row_id = owner_id;
    return null;
  end if;
  if tg_op = 'INSERT' or old_row - ignored <> new_row - ignored then
    addresses := array(select private.addresses_in(new_row));
    delete from private.media_references r
    where r.table_name = owner_table and r.row_id = owner_id and r.address <> all (addresses);
    added := array(
      select a from unnest(addresses) a
      where a not in (select r.address from private.media_references r
                      where r.table_name = owner_table and r.row_id = owner_id));
    insert into private.media_references (table_name, row_id, address, stem, public_from)
    select owner_table, owner_id, a, private.file_stem(a), seen_from from unnest(added) a;
  end if;
  update private.media_references r set public_from = seen_from
  where r.table_name = owner_table and r.row_id = owner_id and r.public_from is distinct from seen_from;
  if seen_from is not null then
    -- What readers were shown before only ceases to be shown.
    perform private.require_rights(owner_table, owner_id, greatest(seen_from, now()),
      case when seen_before = seen_from then added end);
  end if;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION private.is_site_address(path text)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select (address <> '/' or address = path) and (
    address ~ '^/(_|(admin|auth|fonts|images|lists|media|og|publish|share|team|uploads)(/|$))'
    or address ~ '^/(about|favicon\.(ico|svg)|icon-(180|192|512|maskable-512)\.png|llms\.txt|privacy|robots\.txt|rss\.(json|xml)|site\.webmanifest|terms)?$'
    or address ~ '^/sitemap(-\d+|-news)?\.xml$'
    or exists (select 1 from private.reserved_page_slugs r where '/' || r.slug = address
      and r.slug not in ('article', 'author', 'tag', 'feed', 'rss', 'sitemap', 'robots'))
    or exists (select 1 from private.site_files f where f.path = address))
  from regexp_replace(lower(split_part(path, '?', 1)), '\.html$', '') address
$function$
;

create table public.branding (
  id uuid default gen_random_uuid() not null,
  logo text,
  logo_dark text,
  icon text,
  share_picture text,
  version integer default 1 not null,
  updated_at timestamp with time zone default now() not null,
  former jsonb
);

alter table public.branding enable row level security;

revoke all on table public.branding from public, anon, authenticated, service_role;
grant insert, select, update on table public.branding to authenticated;
grant delete, insert, maintain, references, select, trigger, truncate, update on table public.branding to service_role;

alter table public.branding add constraint branding_pkey PRIMARY KEY (id);

CREATE UNIQUE INDEX branding_single_idx ON public.branding USING btree ((true));

create policy "writers read the branding" on public.branding
  for select
  to authenticated
  using (( SELECT public.has_role(VARIADIC ARRAY['super_admin'::public.app_role, 'editor'::public.app_role, 'contributor'::public.app_role]) AS has_role));

create policy "super admins add the branding" on public.branding
  for insert
  to authenticated
  with check (( SELECT public.has_role(VARIADIC ARRAY['super_admin'::public.app_role]) AS has_role));

create policy "super admins change the branding" on public.branding
  for update
  to authenticated
  using (( SELECT public.has_role(VARIADIC ARRAY['super_admin'::public.app_role]) AS has_role))
  with check (( SELECT public.has_role(VARIADIC ARRAY['super_admin'::public.app_role]) AS has_role));

CREATE OR REPLACE FUNCTION public.get_branding()
 RETURNS TABLE(id uuid, logo text, logo_dark text, icon text, share_picture text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select b.id,
    case when not private.names_one_of(b.logo, withdrawn) then b.logo end,
    case when not private.names_one_of(b.logo_dark, withdrawn) then b.logo_dark end,
    case when not private.names_one_of(b.icon, withdrawn) then b.icon end,
    case when not private.names_one_of(b.share_picture, withdrawn) then b.share_picture end
  from public.branding b, private.withdrawn_files('branding', b.id::text) as withdrawn
$function$
;

revoke all on function public.get_branding() from public, anon, authenticated, service_role;
grant execute on function public.get_branding() to anon;
grant execute on function public.get_branding() to authenticated;
grant execute on function public.get_branding() to service_role;

CREATE OR REPLACE FUNCTION private.is_clean_svg(p_svg text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select char_length(p_svg) <= 16000
    and p_svg ~ '^<svg viewBox="[-+0-9.e ]+"[^<>]*>.*</svg>$' and p_svg !~ '.<svg'
    and p_svg !~ 'url\((?!#s[0-9]+\))' and regexp_count(p_svg, '<g>|<[^/>][^>]*[^/]>') = regexp_count(p_svg, '</')
    and regexp_replace(p_svg, concat(
      '</?(svg|g|defs|symbol|clipPath|mask|linearGradient|radialGradient|stop|path|rect|circle|ellipse|line|polyline|polygon|use)',
      '( (id="s[0-9]+"|href="#s[0-9]+"|(d|points|x|y|x1|y1|x2|y2|cx|cy|r|rx|ry|fx|fy|width|height|transform|viewBox|offset|',
      'gradientUnits|gradientTransform|spreadMethod|clipPathUnits|maskUnits|maskContentUnits|fill|fill-rule|fill-opacity|',
      'stroke|stroke-width|stroke-linecap|stroke-linejoin|stroke-miterlimit|stroke-dasharray|stroke-dashoffset|',
      'stroke-opacity|stop-color|stop-opacity|opacity|color|display|visibility|clip-path|clip-rule|mask|mask-type)',
      '="[A-Za-z0-9_ .,;#%()+-]*"))*/?>'), '', 'g') = ''
$function$
;

revoke all on function private.is_clean_svg(text) from public, anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION private.library_path(p_address text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select coalesce(private.stored_file_path(p_address, '/storage/v1/object/public/media/'), substring(p_address from '^/(uploads/.+)$'))
$function$
;

revoke all on function private.library_path(text) from public, anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION private.before_branding_write()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  unmarked text[] := array['id', 'version', 'updated_at', 'former'];
  marks jsonb := to_jsonb(new) - unmarked;
  before jsonb := case tg_op when 'UPDATE' then to_jsonb(old) - unmarked else '{}' end;
  mark text; given text;
begin
  for mark, given in select key, value from jsonb_each_text(marks) where marks -> key is distinct from before -> key loop
    if given is null or mark <> 'share_picture' and private.is_clean_svg(given) then continue; end if;
    if starts_with(given, '<') then
      raise exception 'This drawing has something that pages do not show. Choose its file anew.' using errcode = '23514';
    end if;
    -- The secret key may store any (imports).
    if not private.is_service() and not exists (
      select from public.media m where m.mime_type like 'image/%'
        and m.storage_path = private.library_path(given)) then
      raise exception 'This picture is not in the media library: choose another one.' using errcode = '23514';
    end if;
  end loop;
  new.former := case
    when tg_op = 'INSERT' then null
    -- A file is replaced by another one, in both.
    when current_setting('mantel.replaced_media', true) <> '' then new.former
    when marks = before then old.former
    else before end;
  return new;
end $function$
;

revoke all on function private.before_branding_write() from public, anon, authenticated, service_role;

CREATE TRIGGER addresses_as_paths BEFORE INSERT OR UPDATE ON public.branding FOR EACH ROW EXECUTE FUNCTION private.store_paths();

CREATE TRIGGER before_branding_write BEFORE INSERT OR UPDATE ON public.branding FOR EACH ROW EXECUTE FUNCTION private.before_branding_write();

CREATE TRIGGER set_version BEFORE UPDATE ON public.branding FOR EACH ROW EXECUTE FUNCTION private.before_settings_update();

CREATE TRIGGER public_row_changed AFTER INSERT OR DELETE OR UPDATE ON public.branding FOR EACH ROW EXECUTE FUNCTION private.public_row_changed();

CREATE TRIGGER update_media_references AFTER INSERT OR DELETE OR UPDATE ON public.branding FOR EACH ROW EXECUTE FUNCTION private.update_media_references('id');

CREATE OR REPLACE FUNCTION private.mark_names(marks jsonb)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select coalesce(jsonb_object_agg(key, case
    when starts_with(value, '<') then 'drawing ' || left(md5(value), 8)
    else coalesce((
      select m.original_filename from public.media m
      where m.storage_path = private.library_path(value)), value) end), '{}')
  from jsonb_each_text(marks) where key in ('logo', 'logo_dark', 'icon', 'share_picture')
$function$
;

revoke all on function private.mark_names(jsonb) from public, anon, authenticated, service_role;

CREATE TRIGGER log_settings AFTER INSERT OR UPDATE ON public.branding FOR EACH ROW EXECUTE FUNCTION private.log_settings();

CREATE OR REPLACE FUNCTION public.media_usage(p_media uuid)
 RETURNS TABLE(kind text, id text, title text, status text, places text[])
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  with file as (
    select m.storage_path as path from public.media m where m.id = p_media
    union all select m.storage_path from public.published_files() m where m.id = p_media),
  used as (
    select 'article' as kind, a.id::text, a.title, case when a.deleted_at is null then a.status else 'trash' end as status,
      array_remove(array[
        case when private.names_file(to_jsonb(a.featured_image), f.path) then 'featured image' end,
        case when private.names_file(to_jsonb(a.gallery), f.path) then 'gallery' end,
        case when private.names_file(a.content, f.path) then 'text' end,
        case when w.article_id is not null then 'unpublished changes' end
      ], null) as places
    from file f cross join public.articles a
    left join public.article_working_copies w on w.article_id = a.id
      and a.id in (select private.rows_naming_file(f.path, 'article_working_copies')::uuid)
    where a.id in (select private.rows_naming_file(f.path, 'articles')::uuid
                   union select private.rows_naming_file(f.path, 'article_working_copies')::uuid)
    union all
    select 'page', p.id::text, p.title, p.status, array['text']
    from file f cross join public.pages p
    where p.id in (select private.rows_naming_file(f.path, 'pages')::uuid)
    union all
    select 'template', t.id::text, t.name, null, array['text']
    from file f cross join public.article_templates t
    where t.id in (select private.rows_naming_file(f.path, 'article_templates')::uuid)
    union all
    select 'author', a.id::text, a.name, null, array['portrait']
    from file f cross join public.author_profiles a
    where a.id in (select private.rows_naming_file(f.path, 'author_profiles')::uuid)
    union all
    select 'front', v.id::text, private.front_title(v.page), null, array['stories']
    from file f cross join public.front_versions v
    where v.id in (select private.rows_naming_file(f.path, 'front_versions')::uuid)
      and (v.live_from > now() or v.id in (select l.id from public.get_live_fronts() l))
    union all
    select 'category', c.id::text, c.name, null, array['description']
    from file f cross join public.categories c
    where c.id in (select private.rows_naming_file(f.path, 'categories')::uuid)
    union all
    select 'redirect', r.id::text, r.old_path, null, array['target']
    from file f cross join public.slug_redirects r
    where r.id in (select private.rows_naming_file(f.path, 'slug_redirects')::bigint)
    union all
    select 'site', s.id::text, s.site_name, null, array['settings']
    from file f cross join public.site_settings s
    where s.id in (select private.rows_naming_file(f.path, 'site_settings')::uuid)
    union all
    select 'branding', b.id::text, 'Branding', null, array_remove(array[
        case when private.names_file(to_jsonb(b.logo), f.path) then 'logo' end,
        case when private.names_file(to_jsonb(b.logo_dark), f.path) then 'logo in dark' end,
        case when private.names_file(to_jsonb(b.icon), f.path) then 'icon' end,
        case when private.names_file(to_jsonb(b.share_picture), f.path) then 'picture of shared links' end
      ], null)
    from file f cross join public.branding b
    where b.id in (select private.rows_naming_file(f.path, 'branding')::uuid)
  )
  select u.kind, u.id, u.title, u.status, u.places from used u where u.places <> '{}' order by u.kind, u.title, u.id
$function$
;

CREATE OR REPLACE FUNCTION private.public_rows(p_events jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  caller text := current_setting('role'); all_rows jsonb := '{}';
  changed_table text; ids text[]; columns text; source text; id_type text; found_rows jsonb;
begin
  p_events := p_events || private.front_events(p_events);
  p_events := p_events || private.media_events(p_events);
  set local role anon;
  -- Arrays, since a join may be planned as a scan of all articles.
  for changed_table, ids in
    with event as (select e ->> 'entity' as entity, e ->> 'entity_id' as id from jsonb_array_elements(p_events) e),
    article as (select a.id, a.author_id from public.articles a
                where a.id = any (array(select v.id::uuid from event v where v.entity = 'articles')))
    select wanted.entity, array_agg(wanted.id) from (
      select * from event
      union select 'profiles', a.author_id::text from article a where a.author_id is not null
      union select 'slug_redirects', r.id::text from public.slug_redirects r
        where r.article_id = any (array(select a.id from article a))) wanted
    group by wanted.entity
  loop
    select string_agg(format('t.%I', a.attname), ', '),
      coalesce(max(format_type(a.atttypid, null)) filter (where a.attname = 'id'), 'uuid')
    into columns, id_type
    from pg_attribute a where a.attrelid = format('public.%I', changed_table)::regclass and a.attnum > 0
      and not a.attisdropped and has_column_privilege(a.attrelid, a.attnum, 'select');
    source := format('public.%I', changed_table);
    if changed_table = 'author_profiles' then
      columns := '*';
      source := 'public.get_public_author_profiles()';
    elsif changed_table = 'front_versions' then
      columns := '*';
      source := 'public.get_live_fronts()';
    elsif changed_table = 'branding' then
      columns := '*';
      source := 'public.get_branding()';
    elsif changed_table = 'articles' then
      columns := columns || $sql$, (select coalesce(jsonb_agg(jsonb_build_object('tag_id', g.tag_id)), '[]')
        from public.article_tags g where g.article_id = t.id) as article_tags$sql$;
    end if;
    if changed_table in ('articles', 'pages') then
      columns := columns || ', public.withdrawn_files(t) as withdrawn_files';
    end if;
    execute format('select coalesce(jsonb_agg(to_jsonb(r)), ''[]'') from (select %s from %s t where t.id = any ($1::%s[])) r',
      columns, source, id_type) into found_rows using ids;
    all_rows := all_rows || jsonb_build_object(changed_table, found_rows);
  end loop;
  perform set_config('role', caller, true);
  return all_rows;
end $function$
;
