-- What the magazine prints under a name no longer depends on an account. The profile of a removed account stays where a
-- story, a revision or an upload names it, without role and e-mail address. Renamed authors and categories leave redirects.

alter table public.profiles drop constraint profiles_id_fkey;
alter table public.profiles add column removed_at timestamptz;
drop policy "own profile and, for editors, all" on public.profiles;
create policy "own profile and, for editors, all" on public.profiles for select to authenticated
using (id = (select auth.uid()) and removed_at is null or (select public.has_role('super_admin', 'editor')));
drop policy "own profile or a super admin" on public.profiles;
create policy "own profile or a super admin" on public.profiles for update to authenticated
using (removed_at is null and (id = (select auth.uid()) or (select public.has_role('super_admin'))))
with check (removed_at is null and (id = (select auth.uid()) or (select public.has_role('super_admin'))));

-- Whether a row that outlives its person names this profile: a story, a revision, an upload, an author profile … These are
-- the columns whose foreign key is `on delete set null`.
create function private.is_profile_named(p_profile uuid) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
declare reference record; is_named boolean;
begin
  for reference in
    select c.conrelid::regclass as table_name, a.attname as column_name
    from pg_catalog.pg_constraint c
    join pg_catalog.pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
    where c.contype = 'f' and c.confrelid = 'public.profiles'::regclass and c.confdeltype = 'n'
  loop
    execute format('select exists (select 1 from %s where %I = $1)', reference.table_name, reference.column_name)
    into is_named using p_profile;
    if is_named then return true; end if;
  end loop;
  return false;
end $$;

/* A deleted user loses role and e-mail address here. The profile itself goes unless something names it: stories keep their
   byline, and the history and the uploads the name of the person. */
create function private.handle_user_deleted() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if private.is_profile_named(old.id) then
    perform private.add_author_of_stories(old.id);
    delete from public.name_requests where profile_id = old.id;
    update public.profiles set removed_at = now(), role = 'viewer', email = null, email_confirmed = false where id = old.id;
  else
    delete from public.profiles where id = old.id;
  end if;
  return null;
end $$;
create trigger on_auth_user_deleted after delete on auth.users
for each row execute function private.handle_user_deleted();

-- New roles and deleted accounts, without the address of a deleted reader. The profile of a deleted account may stay.
create or replace function private.log_profile_change() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  accounts text[] := array[old.id::text, lower(old.email)];
  staff_email text := case when old.role <> 'viewer' then old.email end;
begin
  if tg_op = 'DELETE' or new.removed_at is not null then
    perform private.add_audit_entry('account-deleted', 'profiles', old.id::text, coalesce(old.full_name, staff_email),
      staff_email, null, accounts);
  else
    perform private.add_audit_entry('role', 'profiles', new.id::text, coalesce(new.full_name, new.email),
      replace(old.role || ' → ' || new.role, '_', ' '), null, accounts);
  end if;
  return null;
end $$;
drop trigger log_role on public.profiles;
create trigger log_role after update of role on public.profiles
for each row when (old.role is distinct from new.role and new.removed_at is null)
execute function private.log_profile_change();
drop trigger log_deleted_account on public.profiles;
create trigger log_deleted_account after delete on public.profiles
for each row when (old.removed_at is null) execute function private.log_profile_change();
create trigger log_removed_account after update of removed_at on public.profiles
for each row when (old.removed_at is null and new.removed_at is not null) execute function private.log_profile_change();

/* Gives an account the author profile that its published stories keep when it is removed: the one of its name that no
   account has, or a new one. Not with the name of another author or of the editorial team, whose pages those are. */
create function private.add_author_of_stories(p_profile uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare account public.profiles;
begin
  select * into account from public.profiles p
  where p.id = p_profile and trim(p.full_name) <> '' and private.has_published_stories(p.id)
    and not exists (select 1 from public.author_profiles a where a.profile_id = p.id);
  if not found then return; end if;
  if account.name_confirmed then
    update public.author_profiles set profile_id = p_profile
    where id = private.unclaimed_author(p_profile, account.full_name);
    if found then return; end if;
  end if;
  if private.is_name_of_another(account.full_name, p_profile) then return; end if;
  insert into public.author_profiles (name, slug, profile_id, created_at)
  values (account.full_name, '', p_profile, account.created_at);
end $$;

/* An author profile and the account that it belongs to have one name: when it is renamed, so is the account that had the
   same name, or that was removed. The stories of a removed account go with its author profile to another account. */
create function private.follow_author() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if new.name <> old.name then
    update public.profiles p set full_name = new.name
    where p.id = new.profile_id and p.id = old.profile_id and p.full_name is distinct from new.name
      and (p.removed_at is not null or private.name_key(p.full_name) = private.name_key(old.name));
  end if;
  if new.profile_id <> old.profile_id then
    update public.articles a set author_id = new.profile_id
    where a.author_id = old.profile_id
      and exists (select 1 from public.profiles p where p.id = old.profile_id and p.removed_at is not null);
  end if;
  return null;
end $$;
create trigger follow_author after update of name, profile_id on public.author_profiles
for each row execute function private.follow_author();

/* What a sync does with each author who has an e-mail address and no account: `link` gives them the account that has
   confirmed that address, `invite` sends them an invitation, and `wait` nothing, since it was sent. An address gets one
   invitation and one author. */
create function public.get_author_sync() returns table (author_id uuid, name text, email text, profile_id uuid, action text)
language plpgsql stable security definer set search_path = ''
as $$
begin
  if not private.is_service() and not public.has_role('super_admin', 'editor') then
    raise exception 'Only editors sync authors' using errcode = '42501';
  end if;
  return query
  select a.id, a.name, trim(a.email), p.id,
    case when p.email_confirmed then 'link' when u.invited_at is not null then 'wait' else 'invite' end
  from (select distinct on (lower(trim(w.email))) w.* from public.author_profiles w
        where w.profile_id is null and trim(w.email) <> '' order by lower(trim(w.email)), w.created_at, w.id) a
  left join lateral (select o.id, o.email_confirmed from public.profiles o
    where lower(o.email) = lower(trim(a.email)) order by o.created_at, o.id limit 1) p on true
  left join auth.users u on u.id = p.id
  where not exists (select 1 from public.author_profiles own where own.profile_id = p.id)
  order by a.name, a.id;
end $$;
grant execute on function public.get_author_sync() to authenticated, service_role;

-- The author profile of a name that no account has any more, for an account without author profile.
create or replace function private.unclaimed_author(p_profile uuid, p_name text) returns uuid
language sql stable security definer set search_path = ''
as $$
  select a.id from public.author_profiles a
  where (a.profile_id is null or exists (select 1 from public.profiles p where p.id = a.profile_id and p.removed_at is not null))
    and private.name_key(a.name) = private.name_key(p_name)
    and not exists (select 1 from public.author_profiles own where own.profile_id = p_profile)
  order by a.created_at, a.id limit 1
$$;

/* What editors decide about names: requests, and accounts of writers whose unconfirmed name is that of an author.
   `author_name` is the author without account of the asked name, whose page the account would get. */
create or replace function public.get_name_questions()
returns table (profile_id uuid, email text, full_name text, asked_name text, is_request boolean, created_at timestamptz,
               author_name text, is_name_of_another boolean, stories bigint)
language sql stable security definer set search_path = ''
as $$
  select p.id, p.email, p.full_name, q.name, q.is_request, q.created_at,
    coalesce(
      (select a.name from public.author_profiles a where a.id = private.unclaimed_author(p.id, q.name)),
      (select t from unnest(private.team_names()) t
       where private.name_key(t) = private.name_key(q.name) and not exists (
         select 1 from public.author_profiles a where a.profile_id = p.id or private.name_key(a.name) = private.name_key(t)))),
    private.is_name_of_another(q.name, p.id),
    (select count(*) from public.articles s where s.author_id = p.id and s.status = 'published' and s.deleted_at is null)
  from (
    select r.profile_id, r.name, true, r.created_at from public.name_requests r where r.declined_at is null
    union all
    select w.id, w.full_name, false, w.updated_at from public.profiles w
    where not w.name_confirmed and w.removed_at is null and private.is_name_of_another(w.full_name, w.id)
      and (w.role <> 'viewer' or exists (select 1 from public.articles a where a.author_id = w.id))
      and not exists (select 1 from public.name_requests r where r.profile_id = w.id and r.declined_at is null)
  ) as q (profile_id, name, is_request, created_at)
  join public.profiles p on p.id = q.profile_id
  where public.has_role('super_admin', 'editor')
  order by q.created_at, p.id
$$;

-- The stories of an author that readers cannot see yet: drafts, those in review and scheduled ones.
create function private.open_articles(p_author uuid) returns setof uuid
language sql stable security definer set search_path = ''
as $$
  select a.id from public.articles a
  where a.author_id = p_author and a.deleted_at is null
    and (a.status in ('draft', 'review') or a.status = 'published' and a.published_at > now())
$$;

create function public.count_open_articles(p_author uuid) returns bigint
language sql stable security definer set search_path = ''
as $$
  select count(*) from private.open_articles(p_author)
  where public.has_role('super_admin', 'editor', 'contributor')
$$;
grant execute on function public.count_open_articles(uuid) to authenticated;

-- Gives the open stories of an author to another one, who may write. Returns how many.
create function public.give_open_articles(p_from uuid, p_to uuid) returns integer
language plpgsql security definer set search_path = ''
as $$
declare given integer;
begin
  if not public.has_role('super_admin', 'editor') then
    raise exception 'Only editors give stories to another author' using errcode = '42501';
  end if;
  if not exists (select 1 from public.profiles p where p.id = p_to and p.role <> 'viewer') then
    raise exception 'This account cannot write stories' using errcode = '23514';
  end if;
  update public.articles set author_id = p_to where id in (select o from private.open_articles(p_from) o);
  get diagnostics given = row_count;
  return given;
end $$;
grant execute on function public.give_open_articles(uuid, uuid) to authenticated;

-- Redirects of authors and categories.
drop trigger after_redirect_insert on public.slug_redirects;
alter table public.slug_redirects rename column tag_id to entity_id;
alter table public.slug_redirects drop constraint slug_redirects_kind_check;
alter table public.slug_redirects drop constraint slug_redirects_check;
alter table public.slug_redirects drop constraint slug_redirects_old_path_check;
drop index public.slug_redirects_old_path_idx;
drop index public.slug_redirects_custom_path_idx;
alter table public.slug_redirects drop column old_path;
alter table public.slug_redirects
  add constraint slug_redirects_kind_check check (kind in ('article', 'page', 'tag', 'category', 'author', 'custom')),
  add column old_path text not null generated always as (
    case kind when 'page' then '/' || old_slug when 'custom' then '/' || old_slug
      when 'category' then '/rss/' || old_slug || '.xml' else '/' || kind || '/' || old_slug end) stored,
  add constraint slug_redirects_row_check check ((kind = 'article') = (article_id is not null)
    and (kind = 'page') = (page_id is not null)
    and (kind in ('tag', 'category', 'author')) = (entity_id is not null)),
  add constraint slug_redirects_old_path_check check (kind <> 'custom' or char_length(old_path) <= 1000
    and old_path ~ '^((/([A-Za-z0-9._~!$&''()*+,;=:@-]|%[0-9A-F]{2}){1,200})+(\?[^[:space:]"<>\\#]+)?|/\?[^[:space:]"<>\\#]+)$'
    and split_part(old_path, '?', 1) !~ '/\.\.?(/|$)');
create index slug_redirects_old_path_idx on public.slug_redirects (old_path, id);
create index slug_redirects_custom_path_idx on public.slug_redirects (lower(old_path)) where kind = 'custom';
create trigger after_redirect_insert after insert or update of article_id, page_id, entity_id on public.slug_redirects
for each row execute function private.after_redirect_insert();

-- Where a redirect leads now. Null while readers cannot see its article or page.
create or replace function private.redirect_target(r public.slug_redirects) returns text
language sql stable security definer set search_path = ''
as $$
  select case r.kind
    when 'article' then (select '/article/' || a.slug from public.articles a
      where a.id = r.article_id and a.status = 'published' and a.published_at <= now() and a.deleted_at is null)
    when 'page' then (select '/' || private.parent_path(p.parent_id) || p.slug from public.pages p
      where p.id = r.page_id and p.status = 'published')
    when 'tag' then (select '/tag/' || t.slug from public.tags t where t.id = r.entity_id)
    when 'category' then (select '/rss/' || c.slug || '.xml' from public.categories c where c.id = r.entity_id)
    when 'author' then (select '/author/' || a.slug from public.author_profiles a where a.id = r.entity_id)
    else r.target
  end
$$;

drop trigger update_tag_redirects on public.tags;
drop function private.update_tag_redirects();
-- The old slug of a tag or a category becomes a redirect, until another one has it or it is deleted. The argument of the
-- trigger is the kind.
create function private.update_slug_redirects() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'DELETE' then
    delete from public.slug_redirects where kind = tg_argv[0] and entity_id = old.id;
    return null;
  end if;
  delete from public.slug_redirects where kind = tg_argv[0] and old_slug = new.slug;
  if tg_op = 'UPDATE' and old.slug <> new.slug then
    insert into public.slug_redirects (kind, old_slug, entity_id) values (tg_argv[0], old.slug, new.id)
    on conflict (kind, old_slug) do update set entity_id = excluded.entity_id, created_at = now();
  end if;
  return null;
end $$;
create trigger update_slug_redirects after insert or delete or update of slug on public.tags
for each row execute function private.update_slug_redirects('tag');
create trigger update_slug_redirects after insert or delete or update of slug on public.categories
for each row execute function private.update_slug_redirects('category');

-- The same for authors, who have an address for their slug and others for their name.
create function private.update_author_redirects() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare present text[]; address text;
begin
  if tg_op = 'DELETE' then
    delete from public.slug_redirects where kind = 'author' and entity_id = old.id;
    return null;
  end if;
  present := private.author_addresses(new);
  delete from public.slug_redirects where kind = 'author' and old_path = any (present);
  if tg_op = 'UPDATE' then
    foreach address in array private.author_addresses(old) loop
      continue when address = any (present);
      insert into public.slug_redirects (kind, old_slug, entity_id)
      values ('author', substring(address from '/author/(.*)'), new.id)
      on conflict (kind, old_slug) do update set entity_id = excluded.entity_id, created_at = now();
    end loop;
  end if;
  return null;
end $$;
create trigger update_author_redirects after insert or delete or update on public.author_profiles
for each row execute function private.update_author_redirects();

/* Gives the articles and templates of one tag to another, leads its addresses to the other's page, and deletes it. The
   policies would let contributors move the tag of their own articles only; who may delete a tag may also merge it. */
create or replace function public.merge_tags(p_from uuid, p_into uuid) returns void
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
  -- Locked, in an order that all callers share: merging both ways at once would delete both.
  perform from public.tags where id in (p_from, p_into) order by id for update;
  if not exists (select 1 from public.tags where id = p_into) then
    raise exception 'Tag not found' using errcode = 'PT404';
  end if;
  insert into public.article_tags (article_id, tag_id)
  select t.article_id, p_into from public.article_tags t where t.tag_id = p_from on conflict do nothing;
  insert into public.article_template_tags (template_id, tag_id)
  select t.template_id, p_into from public.article_template_tags t where t.tag_id = p_from on conflict do nothing;
  update public.article_working_copies set data = replace(data::text, p_from::text, p_into::text)::jsonb
  where data::text like '%' || p_from || '%';
  update public.slug_redirects set entity_id = p_into where kind = 'tag' and entity_id = p_from;
  update private.merged_tags set into_id = p_into where into_id = p_from;
  insert into private.merged_tags (from_id, into_id) values (p_from, p_into);
  delete from public.tags where id = p_from returning slug into from_slug;
  if from_slug is null then
    raise exception 'Tag not found' using errcode = 'PT404';
  end if;
  insert into public.slug_redirects (kind, old_slug, entity_id) values ('tag', from_slug, p_into);
end $$;
