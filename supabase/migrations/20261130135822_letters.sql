alter table public.audit_log drop constraint audit_log_kind_check;

alter table public.audit_log add constraint audit_log_kind_check CHECK ((kind = ANY (ARRAY['sign-in'::text, 'account-created'::text, 'account-invited'::text, 'account-deleted'::text, 'role'::text, 'publish'::text, 'unpublish'::text, 'delete'::text, 'restore'::text, 'settings'::text, 'export'::text, 'second-factor'::text, 'session'::text, 'rights'::text, 'preview'::text, 'import'::text, 'import-undone'::text, 'letter'::text])));

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
    when 'branding' then 'Branding' when 'letter_sender' then 'Sender of letters'
    when 'sections' then after ->> 'title' else 'Global styles' end, note);
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION private.public_from(p_table text, p_row jsonb)
 RETURNS timestamp with time zone
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select case
    when p_table in ('article_templates', 'article_working_copies') then null
    when p_table = 'front_versions' then (p_row ->> 'live_from')::timestamptz
    when p_table = 'letters' then (p_row ->> 'frozen_at')::timestamptz
    when not p_row ? 'status' then '-infinity'
    when p_row ->> 'status' = 'published' and p_row ->> 'deleted_at' is null
      then coalesce((p_row ->> 'published_at')::timestamptz, '-infinity')
  end
$function$
;

CREATE OR REPLACE FUNCTION private.naming_part(p_row jsonb)
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select p_row - array['former', 'html', 'plain_text']
    - case when p_row ->> 'frozen_at' is null then array[]::text[] else array['blocks'] end
$function$
;

revoke all on function private.naming_part(jsonb) from public, anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION private.update_media_references()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  owner_table text := tg_table_name;
  old_row jsonb := case when tg_op <> 'INSERT' then private.naming_part(to_jsonb(old)) end;
  new_row jsonb := case when tg_op <> 'DELETE' then private.naming_part(to_jsonb(new)) end;
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

CREATE OR REPLACE FUNCTION private.check_story_block(p_block jsonb, p_malformed text)
 RETURNS integer
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare item jsonb;
begin
  if jsonb_typeof(p_block -> 'items') is distinct from 'array' or jsonb_typeof(p_block -> 'by_rule') is distinct from 'boolean' then
    raise exception '%', p_malformed using errcode = '23514';
  end if;
  if p_block ->> 'kind' <> 'hero' and coalesce(p_block ->> 'count', '') !~ '^[1-6]$' then
    raise exception 'A block shows 1 to 6 stories' using errcode = '23514';
  end if;
  if p_block ->> 'kind' = 'stories' then
    if coalesce(jsonb_typeof(p_block -> 'section'), '') not in ('string', 'null')
       or coalesce(jsonb_typeof(p_block -> 'title'), '') not in ('string', 'null') then
      raise exception '%', p_malformed using errcode = '23514';
    end if;
    if char_length(p_block ->> 'title') > 120 then
      raise exception 'The heading of a block must be at most 120 characters' using errcode = '23514';
    end if;
  end if;
  if jsonb_array_length(p_block -> 'items') > 12 then
    raise exception 'At most 12 stories are chosen for a block' using errcode = '23514';
  end if;
  for item in select value from jsonb_array_elements(p_block -> 'items') loop
    if coalesce(item ->> 'article_id', '') !~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
       or exists (select from unnest(array['title', 'image', 'from', 'until']) key
                  where coalesce(jsonb_typeof(item -> key), 'null') not in ('string', 'null')) then
      raise exception '%', p_malformed using errcode = '23514';
    end if;
    if char_length(item ->> 'title') > 300 or trim(item ->> 'title') = '' then
      raise exception 'A title in place of a story''s own must be 1 to 300 characters' using errcode = '23514';
    end if;
    if char_length(item ->> 'image') > 2000 then
      raise exception 'The address of a picture must be at most 2,000 characters' using errcode = '23514';
    end if;
    -- Raises 22007 for what is no time.
    if not coalesce(isfinite((item ->> 'from')::timestamptz), true)
       or not coalesce(isfinite((item ->> 'until')::timestamptz), true) then
      raise exception 'A story is shown from one date and time until another' using errcode = '23514';
    end if;
    if (item ->> 'from')::timestamptz >= (item ->> 'until')::timestamptz then
      raise exception 'A story has to be shown from before it ends' using errcode = '23514';
    end if;
  end loop;
  return case when p_block ->> 'kind' = 'hero' then 0 else (p_block ->> 'count')::integer end;
end $function$
;

revoke all on function private.check_story_block(jsonb,text) from public, anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION private.check_front()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  malformed text := 'A front must be a list of blocks';
  block jsonb; stories integer := 0; chosen integer := 0;
begin
  if new.blocks is null or tg_op = 'UPDATE' and new.blocks = old.blocks then return new; end if;
  if jsonb_typeof(new.blocks) <> 'array' then raise exception '%', malformed using errcode = '23514'; end if;
  if jsonb_array_length(new.blocks) not between 1 and 12 then
    raise exception 'A front has 1 to 12 blocks' using errcode = '23514';
  end if;
  if octet_length(new.blocks::text) > 100000 then
    raise exception 'A front must be at most %', private.byte_words(100000) using errcode = '23514';
  end if;
  if exists (
    select from jsonb_array_elements(new.blocks) b where b ->> 'kind' in ('hero', 'featured', 'letter')
    group by b ->> 'kind' having count(*) > 1) then
    raise exception 'Hero, featured stories and letter stand once on a front' using errcode = '23514';
  end if;
  if (select count(distinct b ->> 'id') from jsonb_array_elements(new.blocks) b) < jsonb_array_length(new.blocks) then
    raise exception '%', malformed using errcode = '23514';
  end if;
  for block in select value from jsonb_array_elements(new.blocks) loop
    if jsonb_typeof(block) <> 'object' or jsonb_typeof(block -> 'id') is distinct from 'string'
       or coalesce(block ->> 'kind', '') not in ('hero', 'featured', 'stories', 'letter') then
      raise exception '%', malformed using errcode = '23514';
    end if;
    continue when block ->> 'kind' = 'letter';
    stories := stories + private.check_story_block(block, malformed);
    chosen := chosen + jsonb_array_length(block -> 'items');
  end loop;
  if stories > 32 or chosen > 32 then
    raise exception 'A front has at most 32 stories' using errcode = '23514';
  end if;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION private.is_site_address(path text)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select (address <> '/' or address = path) and (
    address ~ '^/(_|(admin|auth|fonts|images|letters|lists|media|og|publish|share|team|uploads)(/|$))'
    or address ~ '^/(about|favicon\.(ico|svg)|icon-(180|192|512|maskable-512)\.png|llms\.txt|privacy|robots\.txt|rss\.(json|xml)|share\.jpg|site\.webmanifest|terms)?$'
    or address ~ '^/sitemap(-\d+|-news)?\.xml$'
    or exists (select 1 from private.reserved_page_slugs r where '/' || r.slug = address
      and r.slug not in ('article', 'author', 'tag', 'feed', 'rss', 'sitemap', 'robots'))
    or exists (select 1 from private.site_files f where f.path = address))
  from regexp_replace(lower(split_part(path, '?', 1)), '\.html$', '') address
$function$
;

create table public.letters (
  id uuid default gen_random_uuid() not null,
  topic text default 'weeklyNewsletter'::text not null,
  subject text default ''::text not null,
  preview_text text default ''::text not null,
  blocks jsonb default '[]'::jsonb not null,
  slug text,
  status text default 'draft'::text not null,
  hold text,
  problem text,
  send_at timestamp with time zone,
  frozen_at timestamp with time zone,
  content jsonb,
  from_name text,
  from_address text,
  reply_to text,
  html text,
  plain_text text,
  candidates integer,
  ended_at timestamp with time zone,
  created_by uuid,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  version integer default 1 not null
);

alter table public.letters enable row level security;

revoke all on table public.letters from public, anon, authenticated, service_role;
grant delete, select on table public.letters to authenticated;
grant delete, insert, maintain, references, select, trigger, truncate, update on table public.letters to service_role;
grant insert (blocks), update (blocks) on public.letters to authenticated;
grant insert (preview_text), update (preview_text) on public.letters to authenticated;
grant insert (send_at), update (send_at) on public.letters to authenticated;
grant insert (slug), update (slug) on public.letters to authenticated;
grant insert (subject), update (subject) on public.letters to authenticated;
grant insert (topic), update (topic) on public.letters to authenticated;

alter table public.letters add constraint letters_topic_check CHECK ((topic = ANY (ARRAY['weeklyNewsletter'::text, 'designTips'::text, 'newArticles'::text, 'specialOffers'::text])));

alter table public.letters add constraint letters_subject_check CHECK (((char_length(subject) <= 200) AND (subject !~ '[[:cntrl:]]'::text)));

alter table public.letters add constraint letters_preview_text_check CHECK (((char_length(preview_text) <= 200) AND (preview_text !~ '[[:cntrl:]]'::text)));

alter table public.letters add constraint letters_slug_check CHECK (((slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'::text) AND (char_length(slug) <= 120)));

alter table public.letters add constraint letters_status_check CHECK ((status = ANY (ARRAY['draft'::text, 'scheduled'::text, 'sending'::text, 'sent'::text, 'cancelled'::text])));

alter table public.letters add constraint letters_hold_check CHECK ((hold = ANY (ARRAY['person'::text, 'late'::text, 'restored'::text, 'provider'::text])));

alter table public.letters add constraint letters_problem_check CHECK ((char_length(problem) <= 1000));

alter table public.letters add constraint letters_send_at_check CHECK (isfinite(send_at));

alter table public.letters add constraint letters_from_name_check CHECK ((char_length(from_name) <= 120));

alter table public.letters add constraint letters_from_address_check CHECK ((char_length(from_address) <= 320));

alter table public.letters add constraint letters_reply_to_check CHECK ((char_length(reply_to) <= 320));

alter table public.letters add constraint letters_html_check CHECK ((octet_length(html) <= 500000));

alter table public.letters add constraint letters_plain_text_check CHECK ((octet_length(plain_text) <= 500000));

alter table public.letters add constraint letters_frozen_check CHECK ((((frozen_at IS NULL) = (content IS NULL)) AND ((frozen_at IS NULL) = (html IS NULL)) AND ((frozen_at IS NULL) = (plain_text IS NULL)) AND ((frozen_at IS NULL) = (candidates IS NULL)) AND ((status <> ALL (ARRAY['draft'::text, 'scheduled'::text])) OR (frozen_at IS NULL)) AND ((status <> ALL (ARRAY['sending'::text, 'sent'::text])) OR ((frozen_at IS NOT NULL) AND (slug IS NOT NULL)))));

alter table public.letters add constraint letters_time_check CHECK (((status <> 'scheduled'::text) OR (send_at IS NOT NULL)));

alter table public.letters add constraint letters_held_check CHECK (((hold IS NULL) OR (status = ANY (ARRAY['scheduled'::text, 'sending'::text]))));

alter table public.letters add constraint letters_ended_check CHECK (((ended_at IS NOT NULL) = (status = ANY (ARRAY['sent'::text, 'cancelled'::text]))));

alter table public.letters add constraint letters_pkey PRIMARY KEY (id);

alter table public.letters add constraint letters_slug_key UNIQUE (slug);

alter table public.letters add constraint letters_created_by_fkey FOREIGN KEY (created_by) REFERENCES public.profiles(id) ON DELETE SET NULL;

CREATE INDEX letters_status_idx ON public.letters USING btree (status, send_at);

CREATE INDEX letters_created_by_idx ON public.letters USING btree (created_by);

create table public.letter_recipients (
  id uuid default gen_random_uuid() not null,
  letter_id uuid not null,
  subscriber_id uuid,
  email text,
  state text default 'queued'::text not null,
  reason text,
  attempts smallint default 0 not null,
  repeats smallint default 0 not null,
  due_at timestamp with time zone default now() not null,
  claim uuid,
  claimed_by uuid,
  claimed_at timestamp with time zone,
  alone boolean default false not null,
  accepted_at timestamp with time zone,
  provider_id text,
  left_at timestamp with time zone,
  left_by text,
  bounced_at timestamp with time zone,
  bounce text
);

alter table public.letter_recipients enable row level security;

revoke all on table public.letter_recipients from public, anon, authenticated, service_role;
grant select on table public.letter_recipients to authenticated;
grant delete, insert, maintain, references, select, trigger, truncate, update on table public.letter_recipients to service_role;

alter table public.letter_recipients add constraint letter_recipients_state_check CHECK ((state = ANY (ARRAY['excluded'::text, 'queued'::text, 'claimed'::text, 'unknown'::text, 'accepted'::text, 'failed'::text, 'skipped'::text])));

alter table public.letter_recipients add constraint letter_recipients_reason_check CHECK ((char_length(reason) <= 500));

alter table public.letter_recipients add constraint letter_recipients_provider_id_check CHECK ((char_length(provider_id) <= 200));

alter table public.letter_recipients add constraint letter_recipients_left_by_check CHECK ((left_by = ANY (ARRAY['one-click'::text, 'page'::text, 'mail'::text, 'editor'::text, 'complaint'::text])));

alter table public.letter_recipients add constraint letter_recipients_bounce_check CHECK ((char_length(bounce) <= 500));

alter table public.letter_recipients add constraint letter_recipients_claimed_check CHECK (((state = ANY (ARRAY['claimed'::text, 'unknown'::text])) <= ((claim IS NOT NULL) AND (claimed_at IS NOT NULL))));

alter table public.letter_recipients add constraint letter_recipients_pkey PRIMARY KEY (id);

alter table public.letter_recipients add constraint letter_recipients_email_key UNIQUE (letter_id, email);

alter table public.letter_recipients add constraint letter_recipients_subscriber_key UNIQUE (letter_id, subscriber_id);

alter table public.letter_recipients add constraint letter_recipients_letter_id_fkey FOREIGN KEY (letter_id) REFERENCES public.letters(id) ON DELETE CASCADE;

alter table public.letter_recipients add constraint letter_recipients_subscriber_id_fkey FOREIGN KEY (subscriber_id) REFERENCES public.subscribers(id) ON DELETE SET NULL;

CREATE INDEX letter_recipients_due_idx ON public.letter_recipients USING btree (letter_id, alone, due_at) WHERE (state = 'queued'::text);

CREATE INDEX letter_recipients_claim_idx ON public.letter_recipients USING btree (claim) WHERE (claim IS NOT NULL);

CREATE INDEX letter_recipients_open_idx ON public.letter_recipients USING btree (letter_id, due_at) WHERE (state = ANY (ARRAY['claimed'::text, 'unknown'::text]));

CREATE INDEX letter_recipients_claimed_idx ON public.letter_recipients USING btree (claimed_at) WHERE (claimed_at IS NOT NULL);

CREATE INDEX letter_recipients_subscriber_idx ON public.letter_recipients USING btree (subscriber_id);

CREATE INDEX letter_recipients_provider_idx ON public.letter_recipients USING btree (provider_id) WHERE (provider_id IS NOT NULL);

create policy "writers read letters, viewers what went out" on public.letters
  for select
  to authenticated
  using ((( SELECT public.has_role(VARIADIC ARRAY['super_admin'::public.app_role, 'editor'::public.app_role, 'contributor'::public.app_role]) AS has_role) OR (frozen_at IS NOT NULL)));

create policy "writers begin letters" on public.letters
  for insert
  to authenticated
  with check (( SELECT public.has_role(VARIADIC ARRAY['super_admin'::public.app_role, 'editor'::public.app_role, 'contributor'::public.app_role]) AS has_role));

create policy "editors, and who began a draft, change it" on public.letters
  for update
  to authenticated
  using ((( SELECT public.has_role(VARIADIC ARRAY['super_admin'::public.app_role, 'editor'::public.app_role]) AS has_role) OR (( SELECT public.has_role(VARIADIC ARRAY['contributor'::public.app_role]) AS has_role) AND (created_by = ( SELECT auth.uid() AS uid)) AND (status = 'draft'::text))))
  with check ((( SELECT public.has_role(VARIADIC ARRAY['super_admin'::public.app_role, 'editor'::public.app_role]) AS has_role) OR (( SELECT public.has_role(VARIADIC ARRAY['contributor'::public.app_role]) AS has_role) AND (created_by = ( SELECT auth.uid() AS uid)) AND (status = 'draft'::text))));

create policy "editors, and who began it, remove drafts" on public.letters
  for delete
  to authenticated
  using (((status = 'draft'::text) AND (( SELECT public.has_role(VARIADIC ARRAY['super_admin'::public.app_role, 'editor'::public.app_role]) AS has_role) OR (( SELECT public.has_role(VARIADIC ARRAY['contributor'::public.app_role]) AS has_role) AND (created_by = ( SELECT auth.uid() AS uid))))));

create policy "editors see recipients" on public.letter_recipients
  for select
  to authenticated
  using (( SELECT public.has_role(VARIADIC ARRAY['super_admin'::public.app_role, 'editor'::public.app_role]) AS has_role));

CREATE OR REPLACE FUNCTION public.search_text(public.letters)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$ select private.fold_text(concat_ws(' ', $1.subject, $1.preview_text)) $function$
;

revoke all on function public.search_text(public.letters) from public, anon, authenticated, service_role;
grant execute on function public.search_text(public.letters) to authenticated;
grant execute on function public.search_text(public.letters) to service_role;

CREATE OR REPLACE FUNCTION public.search_text(public.letter_recipients)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$ select private.fold_text($1.email) $function$
;

revoke all on function public.search_text(public.letter_recipients) from public, anon, authenticated, service_role;
grant execute on function public.search_text(public.letter_recipients) to authenticated;
grant execute on function public.search_text(public.letter_recipients) to service_role;

CREATE OR REPLACE FUNCTION private.check_letter()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  malformed text := 'A letter must be a list of blocks';
  block jsonb; stories integer := 0; chosen integer := 0; field text;
begin
  if tg_op = 'UPDATE' and new.blocks = old.blocks then return new; end if;
  if jsonb_typeof(new.blocks) <> 'array' then raise exception '%', malformed using errcode = '23514'; end if;
  if jsonb_array_length(new.blocks) > 20 then
    raise exception 'A letter has at most 20 blocks' using errcode = '23514';
  end if;
  if octet_length(new.blocks::text) > 300000 then
    raise exception 'A letter must be at most %', private.byte_words(300000) using errcode = '23514';
  end if;
  if (select count(distinct b ->> 'id') from jsonb_array_elements(new.blocks) b) < jsonb_array_length(new.blocks) then
    raise exception '%', malformed using errcode = '23514';
  end if;
  for block in select value from jsonb_array_elements(new.blocks) loop
    if jsonb_typeof(block) <> 'object' or jsonb_typeof(block -> 'id') is distinct from 'string'
       or coalesce(block ->> 'kind', '') not in ('text', 'hero', 'stories', 'picture', 'button') then
      raise exception '%', malformed using errcode = '23514';
    end if;
    if block ->> 'kind' in ('hero', 'stories') then
      stories := stories + private.check_story_block(block, malformed) + (block ->> 'kind' = 'hero')::integer;
      chosen := chosen + jsonb_array_length(block -> 'items');
      continue;
    end if;
    foreach field in array case block ->> 'kind' when 'text' then array['html']
      when 'picture' then array['image', 'alt', 'caption', 'href'] else array['label', 'href'] end
    loop
      if jsonb_typeof(block -> field) is distinct from 'string' then
        raise exception '%', malformed using errcode = '23514';
      end if;
    end loop;
    if char_length(block ->> 'html') > 50000 then
      raise exception 'A text of a letter must be at most 50,000 characters' using errcode = '23514';
    end if;
    if char_length(block ->> 'label') > 80 then
      raise exception 'The label of a button must be at most 80 characters' using errcode = '23514';
    end if;
    if char_length(block ->> 'alt') > 1000 or char_length(block ->> 'caption') > 1000 then
      raise exception 'The description and the caption of a picture must be at most 1,000 characters each' using errcode = '23514';
    end if;
    if char_length(block ->> 'href') > 2000 or char_length(block ->> 'image') > 2000 then
      raise exception 'An address must be at most 2,000 characters' using errcode = '23514';
    end if;
  end loop;
  if stories > 32 or chosen > 32 then
    raise exception 'A letter has at most 32 stories' using errcode = '23514';
  end if;
  return new;
end $function$
;

revoke all on function private.check_letter() from public, anon, authenticated, service_role;

CREATE TRIGGER check_letter BEFORE INSERT OR UPDATE OF blocks ON public.letters FOR EACH ROW EXECUTE FUNCTION private.check_letter();

CREATE TRIGGER limit_added_rows AFTER INSERT ON public.letters REFERENCING NEW TABLE AS added_now FOR EACH STATEMENT EXECUTE FUNCTION private.limit_added_rows('letters', '1000');

CREATE OR REPLACE FUNCTION private.require_complete_letter(p_letter public.letters)
 RETURNS void
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
begin
  if trim(p_letter.subject) = '' then
    raise exception 'The letter has no subject' using errcode = '23514';
  end if;
  if p_letter.blocks = '[]' then
    raise exception 'The letter has nothing in it: add a block first' using errcode = '23514';
  end if;
end $function$
;

revoke all on function private.require_complete_letter(public.letters) from public, anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION private.before_letter_write()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  new.blocks := private.with_stored_paths(new.blocks);
  new.content := private.with_stored_paths(new.content);
  if tg_op = 'INSERT' then
    new.version := 1;
    if not private.is_service() then new.created_by := auth.uid(); end if;
    return new;
  end if;
  new.created_at := old.created_at;
  -- Becomes null when the creator's account is deleted, and is otherwise never changed.
  if new.created_by is not null then new.created_by := old.created_by; end if;
  if (new.topic, new.subject, new.preview_text, new.blocks, new.slug, new.send_at) is not distinct from
     (old.topic, old.subject, old.preview_text, old.blocks, old.slug, old.send_at) then return new; end if;
  if old.status not in ('draft', 'scheduled') then
    raise exception 'This letter went out or was cancelled: it cannot be changed any more' using errcode = '23514';
  end if;
  if new.status = 'scheduled' then perform private.require_complete_letter(new); end if;
  new.updated_at := now();
  new.version := old.version + 1;
  return new;
end $function$
;

revoke all on function private.before_letter_write() from public, anon, authenticated, service_role;

CREATE TRIGGER before_letter_write BEFORE INSERT OR UPDATE ON public.letters FOR EACH ROW EXECUTE FUNCTION private.before_letter_write();

CREATE OR REPLACE FUNCTION private.log_letter()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.add_audit_entry('letter', 'letters', new.id::text, new.subject, case
    when new.status = 'sending' and new.hold is not null or new.status = 'scheduled' and new.hold is not null
      then concat_ws(': ', 'Held', case new.hold when 'late' then 'more than an hour late' when 'restored' then 'the magazine was restored'
        when 'provider' then new.problem end)
    when old.hold is not null and new.status = old.status then 'Resumed'
    when new.status = 'scheduled' then 'Scheduled for '
      || to_char(new.send_at at time zone private.time_zone(), 'YYYY-MM-DD HH24:MI ') || private.time_zone()
    when new.status = 'draft' then 'Not scheduled any more'
    when new.status = 'sending' then 'Begins to go out'
    when new.status = 'sent' then 'Sent'
    else 'Cancelled' end);
  return null;
end $function$
;

revoke all on function private.log_letter() from public, anon, authenticated, service_role;

CREATE TRIGGER log_letter AFTER UPDATE OF status, hold, send_at ON public.letters FOR EACH ROW WHEN ((((new.status <> 'draft'::text) AND ((new.status IS DISTINCT FROM old.status) OR (new.hold IS DISTINCT FROM old.hold))) OR ((new.status = 'draft'::text) AND (old.status <> 'draft'::text)) OR ((new.status = 'scheduled'::text) AND (new.send_at <> old.send_at)))) EXECUTE FUNCTION private.log_letter();

CREATE TRIGGER log_delete AFTER DELETE ON public.letters FOR EACH ROW WHEN ((pg_trigger_depth() = 0)) EXECUTE FUNCTION private.log_delete();

CREATE OR REPLACE FUNCTION public.save_letter(p_id uuid, p_version integer, p_letter jsonb)
 RETURNS public.letters
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select * from private.save_row(null::public.letters, 'letter', p_id, p_version, p_letter)
$function$
;

revoke all on function public.save_letter(uuid,integer,jsonb) from public, anon, authenticated, service_role;
grant execute on function public.save_letter(uuid,integer,jsonb) to authenticated;
grant execute on function public.save_letter(uuid,integer,jsonb) to service_role;

CREATE OR REPLACE FUNCTION private.forget_letter_recipient()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  update public.letter_recipients r set email = null, subscriber_id = null, bounce = null, provider_id = null,
    state = case when r.state in ('queued', 'unknown') then 'skipped' else r.state end,
    reason = case when r.state in ('excluded', 'queued', 'unknown', 'failed', 'skipped') then 'The subscriber was erased' end
  where r.subscriber_id = old.id;
  update public.suppressions s set email = null where s.digest = private.address_digest(old.email) and s.email is not null;
  return old;
end $function$
;

revoke all on function private.forget_letter_recipient() from public, anon, authenticated, service_role;

CREATE TRIGGER forget_letter_recipient BEFORE DELETE ON public.subscribers FOR EACH ROW EXECUTE FUNCTION private.forget_letter_recipient();

CREATE OR REPLACE FUNCTION private.archive_tables()
 RETURNS TABLE(place bigint, name text, part text, private_columns text[], reason text)
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select row_number() over (), listed.* from (values
    ('public.profiles', 'content', array['email'], null),
    ('public.author_profiles', 'content', array['email'], null),
    ('private.merged_people', 'content', null, null),
    ('private.former_names', 'content', null, null),
    ('public.name_requests', 'content', null, null),
    ('public.notification_choices', 'content', null, null),
    ('public.proposed_people', 'content', null, null),
    ('public.categories', 'content', null, null),
    ('public.tags', 'content', null, null),
    ('private.merged_tags', 'content', null, null),
    ('public.sections', 'content', null, null),
    ('public.menus', 'content', null, null),
    ('public.credit_roles', 'content', null, null),
    ('public.media', 'content', null, null),
    ('public.media_focus_proposals', 'content', null, null),
    ('private.deleted_media', 'content', null, null),
    ('private.used_storage_paths', 'content', null, null),
    ('public.fonts', 'content', null, null),
    ('public.global_styles', 'content', null, null),
    ('public.theme', 'content', null, null),
    ('public.branding', 'content', null, null),
    ('public.site_settings', 'content', null, null),
    ('private.demo_settings', 'content', null, null),
    ('private.consent_wordings', 'content', null, null),
    ('public.pages', 'content', null, null),
    ('public.articles', 'content', null, null),
    ('public.article_tags', 'content', null, null),
    ('public.article_working_copies', 'content', null, null),
    ('public.article_templates', 'content', null, null),
    ('public.article_template_tags', 'content', null, null),
    ('public.slug_redirects', 'content', null, null),
    ('public.front_versions', 'content', null, null),
    ('public.plans', 'content', null, null),
    ('public.plan_tasks', 'content', null, null),
    ('public.comment_threads', 'content', null, null),
    ('public.comments', 'content', null, null),
    ('public.comment_guests', 'content', null, null),
    ('private.story_readings', 'content', null, null),
    ('private.page_readings', 'content', null, null),
    ('private.reading_sources', 'content', null, null),
    ('private.reading_letters', 'content', null, null),
    ('private.reading_bots', 'content', null, null),
    ('public.article_revisions', 'history', null, null),
    ('public.subscribers', 'private', null, null),
    -- Links to unsubscribe go on in letters that are out, and who was erased stays away.
    ('private.unsubscribe_key', 'private', null, null),
    ('private.erased_addresses', 'private', null, null),
    ('public.contact_messages', 'private', null, null),
    ('public.letters', 'content', null, null),
    ('public.letter_sender', 'content', null, null),
    ('public.letter_recipients', 'private', null, null),
    ('public.suppressions', 'private', null, null),
    ('private.mail_events', 'private', null, null),
    -- Reports of imports name addresses, and the rows before an import have those of subscribers.
    ('public.imports', 'private', null, null),
    ('private.imported_rows', 'private', null, null),
    ('public.audit_log', 'audit-log', null, null),
    ('private.media_references', 'none', null, 'made of the rows again'),
    ('private.story_words', 'none', null, 'made of the stories again'),
    ('private.search_words', 'none', null, 'made of the stories again'),
    ('public.publish_outbox', 'none', null, 'made of the rows again: all that readers see, and what is scheduled'),
    ('public.builds', 'none', null, 'what a publisher has done'),
    ('public.publish_problems', 'none', null, 'what a publisher has found'),
    ('public.backup_runs', 'none', null, 'what was backed up of this project, and when'),
    ('private.publisher_lease', 'none', null, 'belongs to a running publisher'),
    ('private.publish_webhook', 'none', null, 'a secret of the project'),
    ('public.deploy_settings', 'none', null, 'a secret of the project: the address of the build hook'),
    ('private.build_hook_call', 'none', null, 'the last call of the build hook'),
    ('public.notifications', 'none', null, 'told already; a restored magazine tells of what comes after'),
    ('private.notifications_began', 'none', null, 'the time of the restore'),
    ('private.mails', 'none', null, 'no mail is sent twice, and the links in them are secret'),
    ('public.preview_links', 'none', null, 'digests of secret links, which end'),
    ('private.calendar_tokens', 'none', null, 'digests of secret addresses, which end'),
    ('private.first_account_token', 'none', null, 'the digest of a secret link'),
    ('private.announced_actors', 'none', null, 'lasts for a minute'),
    ('private.rate_limits', 'none', null, 'counts of minutes'),
    ('private.added_rows', 'none', null, 'counts of hours'),
    ('private.missed_searches', 'none', null, 'kept for 100 days'),
    ('private.missing_paths', 'none', null, 'kept for 100 days'),
    ('private.undo_steps', 'none', null, 'kept for a day'),
    ('private.own_addresses', 'none', null, 'the publisher tells them'),
    ('private.letter_adapter', 'none', null, 'the publisher tells it'),
    ('private.site_files', 'none', null, 'the code tells them'),
    ('private.saved_columns', 'none', null, 'part of the schema'),
    ('private.reserved_page_slugs', 'none', null, 'part of the schema'),
    ('private.archive_lines', 'none', null, 'rows of an archive that is written or read'),
    ('storage.objects', 'none', null, 'the files themselves are in the archive'),
    ('storage.buckets', 'none', null, 'part of the schema'),
    ('auth.users', 'none', null, 'accounts are made anew, without password: their addresses are in the second file'),
    ('auth.identities', 'none', null, 'made with the accounts'),
    ('auth.sessions', 'none', null, 'secret'),
    ('auth.refresh_tokens', 'none', null, 'secret'),
    ('auth.mfa_factors', 'none', null, 'secret'),
    ('auth.mfa_challenges', 'none', null, 'secret'),
    ('auth.mfa_amr_claims', 'none', null, 'of sessions'),
    ('auth.flow_state', 'none', null, 'secret'),
    ('auth.audit_log_entries', 'none', null, 'of the auth server')
  ) as listed (name, part, private_columns, reason)
$function$
;

CREATE OR REPLACE FUNCTION public.check_restore(p_archive uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare listed record; rows bigint; found text[] := '{}'; accounts uuid[];
begin
  accounts := array(
    select (l.line::jsonb ->> 'id')::uuid from private.archive_lines l
    where l.archive = p_archive and l.table_name = 'profiles' and l.in_second_file);
  for listed in select t.name from private.archive_tables() t where t.part <> 'none' and t.name not in (
    'public.profiles', 'public.site_settings', 'public.credit_roles', 'public.audit_log', 'private.consent_wordings',
    'private.used_storage_paths', 'private.unsubscribe_key', 'public.letter_sender')
  loop
    execute format('select count(*) from %s', listed.name) into rows;
    if rows > 0 then found := found || format('%s in %s', rows, split_part(listed.name, '.', 2)); end if;
  end loop;
  select count(*) into rows from public.profiles p where p.id <> all (accounts);
  if rows > 0 then found := found || format('%s in profiles', rows); end if;
  select count(*) into rows from storage.objects o
  where o.bucket_id in ('media', 'fonts') and not exists (
    select from private.archive_lines l
    where l.archive = p_archive and l.table_name = 'files'
      and l.line::jsonb ->> 'bucket' = o.bucket_id and l.line::jsonb ->> 'path' = o.name);
  if rows > 0 then found := found || format('%s stored files of no archive', rows); end if;
  if found <> '{}' then
    raise exception 'The magazine is not empty: %. An archive goes into an empty one only: a data folder that is not there yet, or a new project.',
      array_to_string(found[1:5], ', ') || case when cardinality(found) > 5 then ' and more' else '' end using errcode = 'PT409';
  end if;
  return to_jsonb(array(select u.id from auth.users u where u.id = any (accounts)));
end $function$
;

CREATE OR REPLACE FUNCTION public.finish_restore(p_archive uuid, p_level text, p_lines bigint)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET statement_timeout TO '15min'
AS $function$
declare listed record; moment record; first_event bigint;
begin
  -- One after the other.
  perform pg_advisory_xact_lock(hashtext('mantel.restore'));
  if p_level is distinct from (select max(version) from supabase_migrations.schema_migrations) then
    raise exception 'The archive has another level than the database' using errcode = '22023';
  end if;
  if p_lines <> (select count(*) from private.archive_lines l where l.archive = p_archive) then
    raise exception 'The database has lost rows of the archive: it was restarted. Restore again.' using errcode = '22023';
  end if;
  perform public.check_restore(p_archive);
  for listed in select t.name from private.archive_tables() t where t.part <> 'none' order by t.place desc loop
    execute format('alter table %s disable trigger user', listed.name);
  end loop;
  for listed in select t.* from private.archive_tables() t
    where t.part = 'content' and t.name <> 'private.consent_wordings'
      -- The log and the key of a new project stay where the archive has none.
      or t.part in ('private', 'audit-log') and exists (
        select from private.archive_lines l where l.archive = p_archive and l.table_name = split_part(t.name, '.', 2))
    order by t.place desc
  loop
    execute format('delete from %s where true', listed.name);
  end loop;
  for listed in select t.* from private.archive_tables() t where t.part <> 'none' order by t.place loop
    perform private.restore_table(p_archive, listed.name, listed.private_columns);
  end loop;
  perform private.hold_restored_letters();
  for listed in select t.name from private.archive_tables() t where t.part <> 'none' loop
    execute format('alter table %s enable trigger user', listed.name);
  end loop;
  perform private.set_sequences();
  perform private.make_derived_rows();
  perform private.enqueue_everything();
  delete from private.archive_lines l where l.archive = p_archive;
end $function$
;

CREATE OR REPLACE FUNCTION private.make_derived_rows()
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare referring record;
begin
  delete from private.media_references where true;
  for referring in
    select c.oid::regclass as name, c.relname, trim(trailing '\000' from encode(t.tgargs, 'escape')) as key
    from pg_catalog.pg_trigger t join pg_catalog.pg_class c on c.oid = t.tgrelid
    where t.tgfoid = 'private.update_media_references'::regproc
  loop
    execute format(
      'insert into private.media_references (table_name, row_id, address, stem, public_from)
       select %1$L, r.stored ->> %2$L, a.address, private.file_stem(a.address), private.public_from(%1$L, r.stored)
       from (select private.naming_part(to_jsonb(t)) as stored from %3$s t) r, lateral private.addresses_in(r.stored) as a (address)',
      referring.relname, referring.key, referring.name);
  end loop;
  delete from private.story_words where true;
  delete from private.search_words where true;
  -- In no language: index_stories_again takes them as those of a magazine whose language was changed.
  insert into private.story_words (article_id, published_at, head_text, head, words, language)
  select a.id, a.published_at, '', '', '', '' from public.articles a where a.status = 'published' and a.deleted_at is null;
  update private.notifications_began set began_at = now() where true;
  perform private.notify_of_times();
  update public.notifications set read_at = now(), by_mail = false where true;
end $function$
;

CREATE OR REPLACE FUNCTION private.enqueue_everything()
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare shown record;
begin
  for shown in
    select c.oid::regclass as name, c.relname from pg_catalog.pg_trigger t join pg_catalog.pg_class c on c.oid = t.tgrelid
    where t.tgfoid = 'private.public_row_changed'::regproc
  loop
    execute format('insert into public.publish_outbox (entity, entity_id, is_silent) select %L, t.id::text, true from %s t',
      shown.relname, shown.name);
  end loop;
  insert into public.publish_outbox (entity, entity_id, due_at, is_silent)
  select due.entity, due.id, due.at, due.at <= now() from (
  select 'articles', a.id::text, greatest(a.published_at, now()) from public.articles a
  where a.status = 'published' and a.deleted_at is null
  union all
  select 'pages', p.id::text, now() from public.pages p where p.status = 'published'
  union all
  select 'letters', l.id::text, now() from public.letters l where l.frozen_at is not null
  union all
  select 'front_versions', v.id::text, greatest(moment, now()) from public.front_versions v,
    lateral (select v.live_from union
      select value::timestamptz from jsonb_path_query(v.blocks, '$[*].items[*]') item, unnest(array[item ->> 'from', item ->> 'until']) value
      where value::timestamptz > greatest(v.live_from, now())) as changes (moment)
  union all
  select 'media', m.id::text, moment from public.media m, unnest(array[m.usable_from, m.usable_until]) moment where moment > now()
  ) due (entity, id, at);
  perform pg_notify('publish', (select max(o.id) from public.publish_outbox o)::text);
end $function$
;

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
    select 'letter', l.id::text, l.subject, l.status, array['letter']
    from file f cross join public.letters l
    where l.id in (select private.rows_naming_file(f.path, 'letters')::uuid)
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
    elsif changed_table = 'letters' then
      columns := '*';
      source := 'public.get_letters()';
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

create table public.suppressions (
  id uuid default gen_random_uuid() not null,
  digest bytea not null,
  email text,
  reason text not null,
  topic text,
  at timestamp with time zone default now() not null,
  by_id uuid,
  lifted_at timestamp with time zone
);

alter table public.suppressions enable row level security;

revoke all on table public.suppressions from public, anon, authenticated, service_role;
grant select on table public.suppressions to authenticated;
grant delete, insert, maintain, references, select, trigger, truncate, update on table public.suppressions to service_role;

alter table public.suppressions add constraint suppressions_email_check CHECK ((char_length(email) <= 320));

alter table public.suppressions add constraint suppressions_reason_check CHECK ((reason = ANY (ARRAY['hard'::text, 'complaint'::text, 'manual'::text])));

alter table public.suppressions add constraint suppressions_topic_check CHECK ((topic = ANY (ARRAY['weeklyNewsletter'::text, 'designTips'::text, 'newArticles'::text, 'specialOffers'::text])));

alter table public.suppressions add constraint suppressions_pkey PRIMARY KEY (id);

alter table public.suppressions add constraint suppressions_address_key UNIQUE NULLS NOT DISTINCT (digest, topic);

alter table public.suppressions add constraint suppressions_by_id_fkey FOREIGN KEY (by_id) REFERENCES public.profiles(id) ON DELETE SET NULL;

CREATE INDEX suppressions_at_idx ON public.suppressions USING btree (at DESC);

CREATE INDEX suppressions_by_idx ON public.suppressions USING btree (by_id);

CREATE OR REPLACE FUNCTION public.search_text(public.suppressions)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$ select private.fold_text($1.email) $function$
;

revoke all on function public.search_text(public.suppressions) from public, anon, authenticated, service_role;
grant execute on function public.search_text(public.suppressions) to authenticated;
grant execute on function public.search_text(public.suppressions) to service_role;

create policy "editors see suppressions" on public.suppressions
  for select
  to authenticated
  using (( SELECT public.has_role(VARIADIC ARRAY['super_admin'::public.app_role, 'editor'::public.app_role]) AS has_role));

create table private.mail_events (
  provider text not null,
  event_id text not null,
  kind text not null,
  recipient_id uuid,
  at timestamp with time zone not null
);

alter table private.mail_events enable row level security;

revoke all on table private.mail_events from public, anon, authenticated, service_role;

alter table private.mail_events add constraint mail_events_provider_check CHECK ((char_length(provider) <= 40));

alter table private.mail_events add constraint mail_events_event_id_check CHECK ((char_length(event_id) <= 300));

alter table private.mail_events add constraint mail_events_kind_check CHECK ((kind = ANY (ARRAY['delivered'::text, 'soft'::text, 'hard'::text, 'complaint'::text, 'left'::text])));

alter table private.mail_events add constraint mail_events_pkey PRIMARY KEY (provider, event_id);

alter table private.mail_events add constraint mail_events_recipient_id_fkey FOREIGN KEY (recipient_id) REFERENCES public.letter_recipients(id) ON DELETE CASCADE;

CREATE INDEX mail_events_recipient_idx ON private.mail_events USING btree (recipient_id);

CREATE OR REPLACE FUNCTION private.suppression_words(p_reason text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select case p_reason when 'hard' then 'Letters to this address came back'
    when 'complaint' then 'The reader called a letter spam' when 'manual' then 'The staff stopped letters to this address' end
$function$
;

revoke all on function private.suppression_words(text) from public, anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION private.suppress(p_email text, p_reason text, p_topic text, p_at timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform from public.subscribers s where lower(s.email) = lower(btrim(p_email)) for no key update;
  insert into public.suppressions as known (digest, email, reason, topic, at, by_id)
  select private.address_digest(p_email), lower(btrim(p_email)), p_reason, p_topic, p_at, auth.uid()
  on conflict (digest, topic) do update
  set (email, reason, at, by_id, lifted_at) = (excluded.email, excluded.reason, excluded.at, excluded.by_id, null)
  where coalesce(known.lifted_at < excluded.at, known.reason = 'manual' or excluded.reason = 'complaint' and known.reason = 'hard');
end $function$
;

revoke all on function private.suppress(text,text,text,timestamp with time zone) from public, anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION private.require_letter_editor()
 RETURNS void
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if not private.is_service() and not public.has_role('super_admin', 'editor') then
    raise exception 'Only editors send letters' using errcode = '42501';
  end if;
end $function$
;

revoke all on function private.require_letter_editor() from public, anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION public.suppress_address(p_email text, p_topic text DEFAULT NULL::text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_letter_editor();
  if coalesce(p_email, '') !~ '^[^\s@]+@[^\s@]+\.[^\s@]+$' or char_length(p_email) > 320 then
    raise exception 'This is not an e-mail address' using errcode = '23514';
  end if;
  perform private.suppress(p_email, 'manual', p_topic, now());
end $function$
;

revoke all on function public.suppress_address(text,text) from public, anon, authenticated, service_role;
grant execute on function public.suppress_address(text,text) to authenticated;
grant execute on function public.suppress_address(text,text) to service_role;

CREATE OR REPLACE FUNCTION public.lift_suppression(p_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_letter_editor();
  update public.suppressions s set lifted_at = now() where s.id = p_id and s.lifted_at is null;
  if not found then raise exception 'This suppression was taken back already' using errcode = 'PT404'; end if;
end $function$
;

revoke all on function public.lift_suppression(uuid) from public, anon, authenticated, service_role;
grant execute on function public.lift_suppression(uuid) to authenticated;
grant execute on function public.lift_suppression(uuid) to service_role;

CREATE OR REPLACE FUNCTION public.record_mail_event(p_provider text, p_event_id text, p_kind text, p_at timestamp with time zone, p_recipient uuid DEFAULT NULL::uuid, p_provider_id text DEFAULT NULL::text, p_words text DEFAULT NULL::text)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  recipient public.letter_recipients;
  happened timestamptz := least(p_at, now());
  was_final boolean;
begin
  select r.* into recipient from public.letter_recipients r
  where r.id = p_recipient or p_recipient is null and r.provider_id = p_provider_id limit 1;
  -- Before the row of the recipient, as suppressing and unsubscribing do.
  perform from public.subscribers s where s.id = recipient.subscriber_id for no key update;
  insert into private.mail_events (provider, event_id, kind, recipient_id, at)
  values (p_provider, p_event_id, p_kind, recipient.id, happened) on conflict do nothing;
  if not found then return false; end if;
  if recipient.id is null then return true; end if;
  select exists (select from private.mail_events e
    where e.recipient_id = recipient.id and e.kind = 'hard' and (e.provider, e.event_id) <> (p_provider, p_event_id)) into was_final;
  -- What is told of a mail also answers what became of it.
  update public.letter_recipients r set
    state = case when r.state in ('claimed', 'unknown') then 'accepted' else r.state end,
    accepted_at = case when r.state in ('claimed', 'unknown') then happened else r.accepted_at end,
    bounced_at = case when p_kind not in ('soft', 'hard') then r.bounced_at
      when r.bounced_at is null or p_kind = 'hard' and not was_final then happened
      when was_final and p_kind = 'soft' then r.bounced_at else least(r.bounced_at, happened) end,
    bounce = case when p_kind = 'hard' and not was_final or p_kind = 'soft' and r.bounced_at is null
      then left(p_words, 500) else r.bounce end,
    left_at = case p_kind when 'complaint' then coalesce(r.left_at, happened) else r.left_at end,
    left_by = case p_kind when 'complaint' then coalesce(r.left_by, 'complaint') else r.left_by end
  where r.id = recipient.id;
  if p_kind in ('hard', 'complaint') and recipient.email is not null then
    perform private.suppress(recipient.email, p_kind, null, happened);
  end if;
  if p_kind = 'left' then perform private.leave_topic(recipient.subscriber_id, recipient.id, 'mail'); end if;
  return true;
end $function$
;

revoke all on function public.record_mail_event(text,text,text,timestamp with time zone,uuid,text,text) from public, anon, authenticated, service_role;
grant execute on function public.record_mail_event(text,text,text,timestamp with time zone,uuid,text,text) to service_role;

CREATE OR REPLACE FUNCTION public.get_letters()
 RETURNS TABLE(id uuid, slug text, content jsonb, frozen_at timestamp with time zone, withdrawn_files text[])
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select l.id, l.slug, l.content, l.frozen_at, private.withdrawn_files('letters', l.id::text)
  from public.letters l where l.frozen_at is not null and l.slug is not null
$function$
;

revoke all on function public.get_letters() from public, anon, authenticated, service_role;
grant execute on function public.get_letters() to anon;
grant execute on function public.get_letters() to authenticated;
grant execute on function public.get_letters() to service_role;

CREATE TRIGGER update_media_references AFTER INSERT OR DELETE OR UPDATE OF blocks, content, frozen_at ON public.letters FOR EACH ROW EXECUTE FUNCTION private.update_media_references('id');

CREATE OR REPLACE FUNCTION private.letter_changed()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if tg_op = 'UPDATE' and (new.frozen_at, new.slug, new.subject, new.preview_text, new.content)
      is not distinct from (old.frozen_at, old.slug, old.subject, old.preview_text, old.content) then
    return null;
  end if;
  if tg_op <> 'INSERT' and old.frozen_at is not null or tg_op <> 'DELETE' and new.frozen_at is not null then
    perform private.enqueue('letters', coalesce(new.id, old.id)::text);
  end if;
  return null;
end $function$
;

revoke all on function private.letter_changed() from public, anon, authenticated, service_role;

CREATE TRIGGER letter_changed AFTER INSERT OR DELETE OR UPDATE OF frozen_at, slug, subject, preview_text, content ON public.letters FOR EACH ROW EXECUTE FUNCTION private.letter_changed();

create table public.letter_sender (
  id boolean default true not null,
  from_name text default ''::text not null,
  reply_to text,
  per_minute integer default 600,
  has_sent_before boolean default false not null,
  version integer default 1 not null,
  updated_at timestamp with time zone default now() not null
);

alter table public.letter_sender enable row level security;

revoke all on table public.letter_sender from public, anon, authenticated, service_role;
grant select on table public.letter_sender to authenticated;
grant delete, insert, maintain, references, select, trigger, truncate, update on table public.letter_sender to service_role;
grant update (from_name) on public.letter_sender to authenticated;
grant update (has_sent_before) on public.letter_sender to authenticated;
grant update (per_minute) on public.letter_sender to authenticated;
grant update (reply_to) on public.letter_sender to authenticated;

alter table public.letter_sender add constraint letter_sender_id_check CHECK (id);

alter table public.letter_sender add constraint letter_sender_from_name_check CHECK (((char_length(from_name) <= 120) AND (from_name !~ '[[:cntrl:]]'::text)));

alter table public.letter_sender add constraint letter_sender_reply_to_check CHECK (((reply_to ~ '^[^\s@<>",;]+@[^\s@<>",;]+\.[^\s@<>",;]+$'::text) AND (char_length(reply_to) <= 320)));

alter table public.letter_sender add constraint letter_sender_per_minute_check CHECK (((per_minute >= 1) AND (per_minute <= 100000)));

alter table public.letter_sender add constraint letter_sender_pkey PRIMARY KEY (id);

create policy "editors read how letters are sent" on public.letter_sender
  for select
  to authenticated
  using (( SELECT public.has_role(VARIADIC ARRAY['super_admin'::public.app_role, 'editor'::public.app_role]) AS has_role));

create policy "super admins change how letters are sent" on public.letter_sender
  for update
  to authenticated
  using (( SELECT public.has_role(VARIADIC ARRAY['super_admin'::public.app_role]) AS has_role))
  with check (( SELECT public.has_role(VARIADIC ARRAY['super_admin'::public.app_role]) AS has_role));

CREATE TRIGGER before_settings_update BEFORE UPDATE ON public.letter_sender FOR EACH ROW EXECUTE FUNCTION private.before_settings_update();

CREATE TRIGGER log_settings AFTER UPDATE ON public.letter_sender FOR EACH ROW EXECUTE FUNCTION private.log_settings();

create table private.letter_adapter (
  singleton boolean default true not null,
  adapter text not null,
  address text
);

alter table private.letter_adapter enable row level security;

revoke all on table private.letter_adapter from public, anon, authenticated, service_role;

alter table private.letter_adapter add constraint letter_adapter_singleton_check CHECK (singleton);

alter table private.letter_adapter add constraint letter_adapter_adapter_check CHECK ((adapter = ANY (ARRAY['smtp'::text, 'resend'::text, 'postmark'::text, 'mailbox'::text, 'none'::text])));

alter table private.letter_adapter add constraint letter_adapter_address_check CHECK ((char_length(address) <= 320));

alter table private.letter_adapter add constraint letter_adapter_pkey PRIMARY KEY (singleton);

CREATE OR REPLACE FUNCTION public.record_letter_adapter(p_adapter text, p_address text)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  insert into private.letter_adapter (adapter, address) values (p_adapter, p_address)
  on conflict (singleton) do update set (adapter, address) = (excluded.adapter, excluded.address)
$function$
;

revoke all on function public.record_letter_adapter(text,text) from public, anon, authenticated, service_role;
grant execute on function public.record_letter_adapter(text,text) to service_role;

CREATE OR REPLACE FUNCTION private.letter_candidates(p_topic text)
 RETURNS TABLE(subscriber_id uuid, email text, reason text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select s.id, s.email, case when s.status = 'pending' then 'The subscription is not confirmed'
    else private.suppression_words(x.reason) end
  from public.subscribers s cross join private.unsubscribe_key k
  left join lateral (
    select u.reason from public.suppressions u
    -- As private.address_digest, once for all.
    where u.digest = sha256(k.key || convert_to(lower(btrim(s.email)), 'UTF8')) and u.lifted_at is null
      and coalesce(u.topic = p_topic, true)
    order by u.topic nulls first limit 1) x on true
  where s.status in ('pending', 'active') and s.preferences -> p_topic = 'true'
$function$
;

revoke all on function private.letter_candidates(text) from public, anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION public.letter_audience(p_topic text)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_letter_editor();
  return (
    with counted as (select c.reason, count(*) as n from private.letter_candidates(p_topic) c group by c.reason)
    select jsonb_build_object('candidates', coalesce(sum(n), 0), 'recipients', coalesce(sum(n) filter (where reason is null), 0),
      'excluded', coalesce(jsonb_agg(jsonb_build_object('reason', reason, 'count', n) order by n desc, reason)
        filter (where reason is not null), '[]'))
    from counted);
end $function$
;

revoke all on function public.letter_audience(text) from public, anon, authenticated, service_role;
grant execute on function public.letter_audience(text) to authenticated;
grant execute on function public.letter_audience(text) to service_role;

CREATE OR REPLACE FUNCTION public.letter_numbers(p_id uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_letter_editor();
  return (
    with rows as materialized (
      select r.state, r.reason, r.claimed_at, r.accepted_at, r.left_at, r.left_by, r.bounced_at
      from public.letter_recipients r where r.letter_id = p_id),
    reasons as (select r.state, r.reason, count(*) as n from rows r where r.reason is not null group by r.state, r.reason
      order by n desc limit 50)
    select jsonb_build_object(
      'candidates', (select l.candidates from public.letters l where l.id = p_id),
      'excluded', count(*) filter (where state = 'excluded'),
      'recipients', count(*) filter (where state <> 'excluded'),
      'queued', count(*) filter (where state = 'queued'), 'claimed', count(*) filter (where state = 'claimed'),
      'unknown', count(*) filter (where state = 'unknown'), 'accepted', count(*) filter (where state = 'accepted'),
      'failed', count(*) filter (where state = 'failed'), 'skipped', count(*) filter (where state = 'skipped'),
      'bounced', count(bounced_at), 'left', count(left_at),
      'left_at_once', count(*) filter (where left_at <= accepted_at + interval '60 seconds'),
      'complaints', count(*) filter (where left_by = 'complaint'),
      'reasons', coalesce((select jsonb_agg(jsonb_build_object('state', e.state, 'reason', e.reason, 'count', e.n)
        order by e.n desc, e.state, e.reason) from reasons e), '[]'),
      'per_minute', count(*) filter (where claimed_at > now() - interval '1 minute'),
      'first_claimed_at', min(claimed_at), 'last_claimed_at', max(claimed_at))
    from rows);
end $function$
;

revoke all on function public.letter_numbers(uuid) from public, anon, authenticated, service_role;
grant execute on function public.letter_numbers(uuid) to authenticated;
grant execute on function public.letter_numbers(uuid) to service_role;

CREATE OR REPLACE FUNCTION private.lock_letter(p_id uuid)
 RETURNS public.letters
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare letter public.letters;
begin
  perform private.require_letter_editor();
  select l.* into letter from public.letters l where l.id = p_id for no key update;
  if letter.id is null then raise exception 'Letter not found' using errcode = 'PT404'; end if;
  return letter;
end $function$
;

revoke all on function private.lock_letter(uuid) from public, anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION private.wake_sender(p_letter uuid)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$ select pg_notify('letters', p_letter::text) $function$
;

revoke all on function private.wake_sender(uuid) from public, anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION public.schedule_letter(p_id uuid, p_version integer, p_send_at timestamp with time zone DEFAULT NULL::timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare letter public.letters := private.lock_letter(p_id); audience jsonb;
begin
  if letter.status not in ('draft', 'scheduled') then
    raise exception 'This letter went out or was cancelled already' using errcode = '23514';
  end if;
  if letter.version <> p_version then
    raise exception 'This letter was saved by someone else in the meantime' using errcode = 'PT409';
  end if;
  perform private.require_complete_letter(letter);
  if not exists (select from private.letter_adapter a where a.adapter <> 'none') then
    raise exception 'No mail server is set up for letters' using errcode = '23514',
      hint = 'Set SMTP_HOST, RESEND_API_KEY or POSTMARK_TOKEN, and MAIL_FROM, where the publisher runs';
  end if;
  audience := public.letter_audience(letter.topic);
  if audience -> 'candidates' = '0' then
    raise exception 'Nobody has chosen this topic' using errcode = '23514';
  elsif audience -> 'recipients' = '0' then
    raise exception 'Nobody who has chosen this topic can get letters now' using errcode = '23514';
  end if;
  update public.letters l set status = 'scheduled', hold = null, problem = null, send_at = greatest(p_send_at, now())
  where l.id = p_id;
  perform private.wake_sender(p_id);
end $function$
;

revoke all on function public.schedule_letter(uuid,integer,timestamp with time zone) from public, anon, authenticated, service_role;
grant execute on function public.schedule_letter(uuid,integer,timestamp with time zone) to authenticated;
grant execute on function public.schedule_letter(uuid,integer,timestamp with time zone) to service_role;

CREATE OR REPLACE FUNCTION public.unschedule_letter(p_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare letter public.letters := private.lock_letter(p_id);
begin
  if letter.status <> 'scheduled' then
    raise exception 'This letter is not scheduled' using errcode = '23514';
  end if;
  update public.letters l set status = 'draft', hold = null, problem = null where l.id = p_id;
end $function$
;

revoke all on function public.unschedule_letter(uuid) from public, anon, authenticated, service_role;
grant execute on function public.unschedule_letter(uuid) to authenticated;
grant execute on function public.unschedule_letter(uuid) to service_role;

CREATE OR REPLACE FUNCTION public.hold_letter(p_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare letter public.letters := private.lock_letter(p_id);
begin
  if letter.status not in ('scheduled', 'sending') then
    raise exception 'This letter is not going out' using errcode = '23514';
  end if;
  update public.letters l set hold = 'person', problem = null where l.id = p_id;
  perform private.wake_sender(p_id);
end $function$
;

revoke all on function public.hold_letter(uuid) from public, anon, authenticated, service_role;
grant execute on function public.hold_letter(uuid) to authenticated;
grant execute on function public.hold_letter(uuid) to service_role;

CREATE OR REPLACE FUNCTION public.resume_letter(p_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare letter public.letters := private.lock_letter(p_id);
begin
  if letter.hold is null then
    raise exception 'This letter is not waiting' using errcode = '23514';
  end if;
  update public.letters l set hold = null, problem = null,
    send_at = case l.status when 'scheduled' then greatest(l.send_at, now()) else l.send_at end
  where l.id = p_id;
  perform private.wake_sender(p_id);
end $function$
;

revoke all on function public.resume_letter(uuid) from public, anon, authenticated, service_role;
grant execute on function public.resume_letter(uuid) to authenticated;
grant execute on function public.resume_letter(uuid) to service_role;

CREATE OR REPLACE FUNCTION public.cancel_letter(p_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare letter public.letters := private.lock_letter(p_id);
begin
  if letter.status not in ('scheduled', 'sending') then
    raise exception 'This letter is not going out' using errcode = '23514';
  end if;
  update public.letter_recipients r set state = 'skipped', reason = 'The letter was cancelled'
  where r.letter_id = p_id and r.state = 'queued';
  update public.letters l set status = 'cancelled', hold = null, problem = null, ended_at = now() where l.id = p_id;
  perform private.wake_sender(p_id);
end $function$
;

revoke all on function public.cancel_letter(uuid) from public, anon, authenticated, service_role;
grant execute on function public.cancel_letter(uuid) to authenticated;
grant execute on function public.cancel_letter(uuid) to service_role;

CREATE OR REPLACE FUNCTION public.due_letters()
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  update public.letters l set hold = 'late'
  where l.status = 'scheduled' and l.hold is null and l.send_at < now() - interval '1 hour';
  return (
    select jsonb_build_object(
      'due', coalesce(jsonb_agg(jsonb_build_object('id', l.id, 'version', l.version) order by l.send_at)
        filter (where l.send_at <= now()), '[]'),
      'next_ms', min(ceil(extract(epoch from l.send_at - now()) * 1000)) filter (where l.send_at > now()),
      'is_sending', exists (select from public.letters g where g.status = 'sending' and g.hold is null))
    from public.letters l where l.status = 'scheduled' and l.hold is null);
end $function$
;

revoke all on function public.due_letters() from public, anon, authenticated, service_role;
grant execute on function public.due_letters() to service_role;

CREATE OR REPLACE FUNCTION public.free_letter_slug(p_id uuid, p_base text)
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce((select l.slug from public.letters l where l.id = p_id), (
    select s.slug from (
      select b.base || case when n > 1 then '-' || n else '' end as slug, n
      from (select coalesce(nullif(trim(both '-' from left(p_base, 110)), ''), 'letter') as base) b, generate_series(1, 10000) n) s
    where not exists (select from public.letters l where l.slug = s.slug) order by n limit 1))
$function$
;

revoke all on function public.free_letter_slug(uuid,text) from public, anon, authenticated, service_role;
grant execute on function public.free_letter_slug(uuid,text) to service_role;

CREATE OR REPLACE FUNCTION public.freeze_letter(p_id uuid, p_version integer, p_slug text, p_content jsonb, p_html text, p_plain_text text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET statement_timeout TO '2min'
AS $function$
declare letter public.letters; total integer; queued integer; adapter private.letter_adapter; name text;
begin
  select l.* into letter from public.letters l
  where l.id = p_id and l.version = p_version and l.status = 'scheduled' and l.hold is null and l.send_at <= now() for update;
  if letter.id is null then return null; end if;
  select a.* into adapter from private.letter_adapter a;
  if coalesce(adapter.adapter, 'none') = 'none' then
    raise exception 'No mail server is set up for letters' using errcode = '23514';
  end if;
  insert into public.letter_recipients (letter_id, subscriber_id, email, state, reason)
  select p_id, c.subscriber_id, c.email, case when c.reason is null then 'queued' else 'excluded' end, c.reason
  from private.letter_candidates(letter.topic) c;
  get diagnostics total = row_count;
  -- Many rows at once, of which the planner knows nothing yet.
  analyze public.letter_recipients;
  select count(*) into queued from public.letter_recipients r where r.letter_id = p_id and r.state = 'queued';
  select coalesce(nullif(s.from_name, ''), (select t.site_name from public.site_settings t), '') into name from public.letter_sender s;
  update public.letters l set status = 'sending', frozen_at = clock_timestamp(), candidates = total, slug = p_slug, content = p_content,
    html = p_html, plain_text = p_plain_text, from_name = left(name, 120), from_address = adapter.address,
    reply_to = (select s.reply_to from public.letter_sender s)
  where l.id = p_id;
  return jsonb_build_object('candidates', total, 'recipients', queued);
end $function$
;

revoke all on function public.freeze_letter(uuid,integer,text,jsonb,text,text) from public, anon, authenticated, service_role;
grant execute on function public.freeze_letter(uuid,integer,text,jsonb,text,text) to service_role;

CREATE OR REPLACE FUNCTION public.needs_sender_check(p_id uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select a.adapter <> 'mailbox'
    and (select count(*) from private.letter_candidates((select l.topic from public.letters l where l.id = p_id)) c
         where c.reason is null) > 10
    and not exists (
      select from public.letters l
      where lower(split_part(l.from_address, '@', 2)) = lower(split_part(a.address, '@', 2))
        and exists (select from public.letter_recipients r where r.letter_id = l.id and r.accepted_at is not null))
  from private.letter_adapter a
$function$
;

revoke all on function public.needs_sender_check(uuid) from public, anon, authenticated, service_role;
grant execute on function public.needs_sender_check(uuid) to service_role;

CREATE OR REPLACE FUNCTION public.hold_letter_for_problem(p_id uuid, p_problem text)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  update public.letters l set hold = 'provider', problem = left(p_problem, 1000)
  where l.id = p_id and l.status in ('scheduled', 'sending') and l.hold is null
$function$
;

revoke all on function public.hold_letter_for_problem(uuid,text) from public, anon, authenticated, service_role;
grant execute on function public.hold_letter_for_problem(uuid,text) to service_role;

CREATE OR REPLACE FUNCTION private.end_letters()
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare letter uuid;
begin
  for letter in select l.id from public.letters l where l.status = 'sending' loop
    -- Each by itself: one mail is enough to know.
    continue when exists (select from public.letter_recipients r where r.letter_id = letter and r.state = 'queued')
      or exists (select from public.letter_recipients r where r.letter_id = letter and r.state in ('claimed', 'unknown'));
    update public.letters l set status = 'sent', hold = null, problem = null, ended_at = clock_timestamp()
    where l.id in (select g.id from public.letters g where g.id = letter for no key update skip locked);
  end loop;
end $function$
;

revoke all on function private.end_letters() from public, anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION private.left_now()
 RETURNS integer
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  per_minute integer := (select s.per_minute from public.letter_sender s);
  span integer := case when per_minute >= 600 then 6 else 60 end;
  -- A value, not the clock, which no index is asked by.
  since timestamptz := clock_timestamp() - make_interval(secs => span);
begin
  if per_minute is null then return null; end if;
  return ceil(per_minute * span / 60.0)::integer - (select count(*) from public.letter_recipients r where r.claimed_at > since);
end $function$
;

revoke all on function private.left_now() from public, anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION private.left_today(p_domain text)
 RETURNS integer
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare today date := private.utc_day(clock_timestamp()); age integer;
begin
  if (select s.has_sent_before from public.letter_sender s)
     or exists (select from private.letter_adapter a where a.adapter = 'mailbox') then return null; end if;
  select today - private.utc_day(r.claimed_at) into age
  from public.letter_recipients r join public.letters l on l.id = r.letter_id
  where r.claimed_at is not null and lower(split_part(l.from_address, '@', 2)) = p_domain order by r.claimed_at limit 1;
  -- More than 200,000 a day.
  if age > 42 then return null; end if;
  return floor(200 * 1.18 ^ coalesce(age, 0))::integer - (
    select count(*) from public.letter_recipients r join public.letters l on l.id = r.letter_id
    where r.claimed_at >= private.day_start(today) and lower(split_part(l.from_address, '@', 2)) = p_domain);
end $function$
;

revoke all on function private.left_today(text) from public, anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION public.letter_sender_state()
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return (
    select jsonb_build_object('per_minute', s.per_minute, 'left_today', case when t.n > 0 then t.n when t.n <= 0 then 0 end,
      'from_name', coalesce(nullif(s.from_name, ''), (select g.site_name from public.site_settings g), ''), 'reply_to', s.reply_to)
    from public.letter_sender s,
      private.left_today((select lower(split_part(a.address, '@', 2)) from private.letter_adapter a)) as t (n));
end $function$
;

revoke all on function public.letter_sender_state() from public, anon, authenticated, service_role;
grant execute on function public.letter_sender_state() to service_role;

CREATE OR REPLACE FUNCTION private.letter_refusals(p_recipients uuid[])
 RETURNS TABLE(id uuid, reason text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select refused.* from (
    select r.id, case when s.id is null or r.email is null then 'The subscriber was erased'
      when s.status <> 'active' then 'The reader has unsubscribed'
      when s.preferences -> l.topic is distinct from 'true' then 'The reader has left this topic'
      else private.suppression_words((
        select u.reason from public.suppressions u
        where u.digest = private.address_digest(r.email) and u.lifted_at is null and coalesce(u.topic = l.topic, true)
        order by u.topic nulls first limit 1)) end as reason
    from public.letter_recipients r join public.letters l on l.id = r.letter_id
    left join public.subscribers s on s.id = r.subscriber_id
    where r.id = any (p_recipients)) refused
  where refused.reason is not null
$function$
;

revoke all on function private.letter_refusals(uuid[]) from public, anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION private.claimed_mails(p_claim uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_agg(jsonb_build_object('id', r.id, 'email', r.email, 'token', private.unsubscribe_token(r.subscriber_id)) order by r.id)
  from public.letter_recipients r where r.claim = p_claim and r.state in ('claimed', 'unknown')
$function$
;

revoke all on function private.claimed_mails(uuid) from public, anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION public.claim_letter_mails(p_sender uuid, p_limit integer, p_seconds integer DEFAULT 120)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  letter record; chosen uuid[]; new_claim uuid := gen_random_uuid(); claimed integer; room integer; today integer; wait integer;
  next_due timestamptz; is_alone boolean;
begin
  -- One claim after the other, so that the rate holds. It never waits for anything else.
  perform pg_advisory_xact_lock(hashtext('mantel.letters'));
  perform private.end_letters();
  room := private.left_now();
  if room <= 0 then return jsonb_build_object('wait_ms', 500); end if;
  room := least(coalesce(room, p_limit), p_limit);
  for letter in
    select l.id, lower(split_part(l.from_address, '@', 2)) as domain, l.frozen_at > now() - interval '2 minutes' and exists (
      select from public.publish_outbox o where o.entity = 'letters' and o.entity_id = l.id::text and o.processed_at is null) as waits
    from public.letters l where l.status = 'sending' and l.hold is null order by l.frozen_at, l.id for share of l skip locked
  loop
    if letter.waits then wait := least(wait, 500); continue; end if;
    today := private.left_today(letter.domain);
    if today <= 0 then
      wait := least(wait, 600000);
      continue;
    end if;
    loop
      is_alone := exists (select from public.letter_recipients r
        where r.letter_id = letter.id and r.state = 'queued' and r.due_at <= now() and r.alone);
      select array_agg(due.id) into chosen from (
        select r.id from public.letter_recipients r join public.subscribers s on s.id = r.subscriber_id
        where r.letter_id = letter.id and r.state = 'queued' and r.due_at <= now() and r.alone = is_alone
        order by r.due_at limit case when is_alone then 1 else least(room, today) end
        for update of r skip locked for share of s skip locked) due;
      exit when chosen is null;
      -- A statement of its own: it sees all that was committed before the locks.
      update public.letter_recipients r set state = 'skipped', reason = f.reason
      from private.letter_refusals(chosen) f where r.id = f.id;
      update public.letter_recipients r set state = 'claimed', claim = new_claim, claimed_by = p_sender,
        claimed_at = clock_timestamp(), attempts = r.attempts + 1, repeats = 0, due_at = clock_timestamp() + make_interval(secs => p_seconds)
      where r.id = any (chosen) and r.state = 'queued';
      get diagnostics claimed = row_count;
      if claimed > 0 then
        return jsonb_build_object('claim', new_claim, 'letter', letter.id, 'mails', private.claimed_mails(new_claim));
      end if;
    end loop;
    select min(r.due_at) into next_due from public.letter_recipients r where r.letter_id = letter.id and r.state = 'queued';
    wait := least(wait, case when next_due is not null
      then least(greatest(ceil(extract(epoch from next_due - now()) * 1000), 100), 600000)::integer
      -- The last mails are being handed over.
      else 1000 end);
  end loop;
  return jsonb_build_object('wait_ms', wait);
end $function$
;

revoke all on function public.claim_letter_mails(uuid,integer,integer) from public, anon, authenticated, service_role;
grant execute on function public.claim_letter_mails(uuid,integer,integer) to service_role;

CREATE OR REPLACE FUNCTION public.finish_letter_mails(p_claim uuid, p_outcomes jsonb, p_problem text DEFAULT NULL::text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare letter uuid;
begin
  update public.letter_recipients r set
    state = case o.outcome when 'later' then case when r.attempts < 12 then 'queued' else 'failed' end
      when 'back' then 'queued' when 'alone' then 'queued' else o.outcome end,
    alone = r.alone or o.outcome = 'alone',
    reason = case when o.outcome in ('failed', 'later') and r.email is not null then left(o.reason, 500) end,
    provider_id = left(o.provider_id, 200),
    accepted_at = case o.outcome when 'accepted' then clock_timestamp() end,
    attempts = case when o.outcome in ('back', 'alone') then r.attempts - 1 else r.attempts end,
    -- A minute, two, four, up to an hour.
    due_at = case o.outcome when 'later' then now() + least(interval '1 minute' * 2 ^ (r.attempts - 1), interval '1 hour')
      when 'back' then now() when 'alone' then now()
      -- Seconds: 5, 20, 45, and so on.
      when 'unknown' then now() + interval '5 seconds' * (r.repeats + 1) ^ 2 else r.due_at end
  from jsonb_to_recordset(p_outcomes) as o (id uuid, outcome text, reason text, provider_id text)
  where r.claim = p_claim and r.id = o.id and r.state in ('claimed', 'unknown')
    and o.outcome in ('accepted', 'failed', 'later', 'unknown', 'back', 'alone');
  select r.letter_id into letter from public.letter_recipients r where r.claim = p_claim limit 1;
  -- Of a letter that was cancelled meanwhile, or a subscriber who was erased, nothing goes back to the queue.
  update public.letter_recipients r set state = 'skipped',
    reason = case when r.email is null then 'The subscriber was erased' else 'The letter was cancelled' end
  from public.letters l
  where r.claim = p_claim and r.state = 'queued' and l.id = r.letter_id and (r.email is null or l.status <> 'sending');
  if p_problem is not null then perform public.hold_letter_for_problem(letter, p_problem); end if;
end $function$
;

revoke all on function public.finish_letter_mails(uuid,jsonb,text) from public, anon, authenticated, service_role;
grant execute on function public.finish_letter_mails(uuid,jsonb,text) to service_role;

CREATE OR REPLACE FUNCTION public.take_over_letter_claims(p_sender uuid, p_repeats integer, p_seconds integer DEFAULT 120)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare chosen uuid[]; claims uuid[];
begin
  perform pg_advisory_xact_lock(hashtext('mantel.letters'));
  update public.letter_recipients r set state = 'skipped', reason = 'The letter was cancelled before an answer came: it may have arrived'
  from public.letters l
  where r.state in ('claimed', 'unknown') and r.due_at <= clock_timestamp() and l.id = r.letter_id and l.status <> 'sending';
  select array_agg(open.id) into chosen from (
    select r.id from public.letter_recipients r
    join public.letters l on l.id = r.letter_id and l.hold is null
    left join public.subscribers s on s.id = r.subscriber_id
    where r.state in ('claimed', 'unknown') and r.due_at <= clock_timestamp() order by r.id
    for update of r skip locked) open;
  if chosen is null then return '[]'; end if;
  update public.letter_recipients r set state = 'skipped', reason = f.reason || ' before an answer came: it may have arrived'
  from private.letter_refusals(chosen) f where r.id = f.id;
  update public.letter_recipients r set state = 'failed', reason = format('No answer came after %s attempts: it may have arrived', r.repeats + 1)
  where r.id = any (chosen) and r.state in ('claimed', 'unknown') and r.repeats >= p_repeats;
  update public.letter_recipients r set state = 'unknown', claimed_by = p_sender, repeats = r.repeats + 1,
    due_at = clock_timestamp() + make_interval(secs => p_seconds)
  where r.id = any (chosen) and r.state in ('claimed', 'unknown');
  select array_agg(distinct r.claim) into claims from public.letter_recipients r
  where r.id = any (chosen) and r.state = 'unknown';
  return coalesce((
    select jsonb_agg(jsonb_build_object('claim', c, 'letter', (select r.letter_id from public.letter_recipients r where r.claim = c limit 1),
      'claimed_at', (select min(r.claimed_at) from public.letter_recipients r where r.claim = c), 'mails', private.claimed_mails(c)))
    from unnest(claims) c), '[]');
end $function$
;

revoke all on function public.take_over_letter_claims(uuid,integer,integer) from public, anon, authenticated, service_role;
grant execute on function public.take_over_letter_claims(uuid,integer,integer) to service_role;

CREATE OR REPLACE FUNCTION private.leave_topic(p_subscriber uuid, p_recipient uuid, p_by text)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare left_topic text; chosen jsonb;
begin
  -- The subscriber first, as claims do.
  select s.preferences into chosen from public.subscribers s where s.id = p_subscriber for no key update;
  select l.topic into left_topic from public.letter_recipients r join public.letters l on l.id = r.letter_id
  where r.id = p_recipient and r.subscriber_id = p_subscriber;
  if left_topic is null then return null; end if;
  update public.letter_recipients r set left_at = coalesce(r.left_at, now()), left_by = coalesce(r.left_by, p_by)
  where r.id = p_recipient;
  chosen := chosen || jsonb_build_object(left_topic, false);
  update public.subscribers s set preferences = chosen,
    status = case when exists (
      select from unnest(array['weeklyNewsletter', 'designTips', 'newArticles', 'specialOffers']) topic
      where chosen -> topic = 'true') then s.status else 'unsubscribed' end
  where s.id = p_subscriber;
  return case when (select s.status from public.subscribers s where s.id = p_subscriber) = 'unsubscribed'
    then 'unsubscribed' else 'preferences-saved' end;
end $function$
;

revoke all on function private.leave_topic(uuid,uuid,text) from public, anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION public.leave_letter(p_token text, p_recipient uuid, p_by text)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare subscriber uuid := private.unsubscribe_token_owner(p_token);
begin
  if subscriber is null then return 'link-expired'; end if;
  return coalesce(private.leave_topic(subscriber, p_recipient, p_by), public.unsubscribe(p_token));
end $function$
;

revoke all on function public.leave_letter(text,uuid,text) from public, anon, authenticated, service_role;
grant execute on function public.leave_letter(text,uuid,text) to service_role;

CREATE OR REPLACE FUNCTION private.hold_restored_letters()
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  update public.letters l set hold = 'restored', problem = null where l.status in ('scheduled', 'sending');
  update public.letters l set status = 'cancelled', hold = null, ended_at = now()
  where l.status = 'sending' and not exists (select from public.letter_recipients r where r.letter_id = l.id);
$function$
;

revoke all on function private.hold_restored_letters() from public, anon, authenticated, service_role;

insert into private.saved_columns (is_text, table_name, column_name, is_searched) values (false, 'public.letters', 'blocks', false);
insert into private.saved_columns (is_text, table_name, column_name, is_searched) values (false, 'public.letters', 'preview_text', false);
insert into private.saved_columns (is_text, table_name, column_name, is_searched) values (false, 'public.letters', 'send_at', false);
insert into private.saved_columns (is_text, table_name, column_name, is_searched) values (false, 'public.letters', 'slug', false);
insert into private.saved_columns (is_text, table_name, column_name, is_searched) values (false, 'public.letters', 'subject', false);
insert into private.saved_columns (is_text, table_name, column_name, is_searched) values (false, 'public.letters', 'topic', false);

insert into private.reserved_page_slugs (slug) values ('letters');

insert into public.letter_sender (id, version, reply_to, from_name, per_minute, has_sent_before) values (true, 1, null, '', 600, false);
