-- Templates for new articles: writers use them, editors edit them.

create table public.article_templates (
  id uuid primary key default gen_random_uuid(),
  name text not null check (char_length(name) <= 120 and trim(name) <> ''),
  description text check (char_length(description) <= 500),
  title_pattern text not null default '' check (char_length(title_pattern) <= 300),
  content jsonb not null default '{"html": ""}' check (jsonb_typeof(content) = 'object'),
  excerpt text check (char_length(excerpt) <= 2000),
  category_id uuid references public.categories (id) on delete set null,
  created_by uuid references public.profiles (id) on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  standfirst text check (char_length(standfirst) <= 300),
  -- As in articles.
  credits jsonb,
  opening text check (opening in ('above', 'behind', 'beside', 'below', 'none')),
  facts jsonb not null default '[]'
);
create unique index article_templates_name_idx on public.article_templates (lower(trim(name)));
create index article_templates_category_idx on public.article_templates (category_id);
create index article_templates_created_by_idx on public.article_templates (created_by);

alter table public.article_templates enable row level security;
grant select, insert, update, delete on public.article_templates to authenticated;
create policy "writers read templates" on public.article_templates for select to authenticated
using ((select public.has_role('super_admin', 'editor', 'contributor')));
create policy "editors add templates" on public.article_templates for insert to authenticated
with check ((select public.has_role('super_admin', 'editor')));
create policy "editors change templates" on public.article_templates for update to authenticated
using ((select public.has_role('super_admin', 'editor'))) with check ((select public.has_role('super_admin', 'editor')));
create policy "editors remove templates" on public.article_templates for delete to authenticated
using ((select public.has_role('super_admin', 'editor')));
create trigger limit_added_rows after insert on public.article_templates referencing new table as added_now
for each statement execute function private.limit_added_rows('templates', '500');

-- Sets what no client may choose: version, creator and times.
create function private.before_template_write() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'UPDATE' then
    new.id := old.id;
    new.created_at := old.created_at;
    -- Becomes null when the creator's account is deleted, and is otherwise never changed.
    if new.created_by is not null then new.created_by := old.created_by; end if;
    new.updated_at := now();
    new.version := old.version + 1;
  else
    new.version := 1;
    if not private.is_service() then
      new.created_by := auth.uid();
      new.created_at := now();
      new.updated_at := now();
    end if;
  end if;
  return new;
end $$;
create trigger before_template_write before insert or update on public.article_templates
for each row execute function private.before_template_write();
create trigger before_template_category before insert or update of category_id on public.article_templates
for each row execute function private.forget_deleted_category();
create trigger check_content_limits before insert or update of content on public.article_templates
for each row execute function private.check_json_limits('content', 'Content', '1000000');
create trigger check_facts before insert or update of facts on public.article_templates
for each row execute function private.check_facts();
create trigger addresses_as_paths before insert or update on public.article_templates
for each row execute function private.store_paths();
create trigger update_media_references after insert or update or delete on public.article_templates
for each row execute function private.update_media_references('id');
create trigger log_delete after delete on public.article_templates
for each row when (pg_trigger_depth() = 0) execute function private.log_delete();

create table public.article_template_tags (
  template_id uuid not null references public.article_templates (id) on delete cascade,
  tag_id uuid not null references public.tags (id) on delete cascade,
  primary key (template_id, tag_id)
);
create index article_template_tags_tag_idx on public.article_template_tags (tag_id);

alter table public.article_template_tags enable row level security;
grant select, insert, delete on public.article_template_tags to authenticated;
create policy "writers read tags of templates" on public.article_template_tags for select to authenticated
using ((select public.has_role('super_admin', 'editor', 'contributor')));
create policy "editors tag templates" on public.article_template_tags for insert to authenticated
with check ((select public.has_role('super_admin', 'editor')));
create policy "editors untag templates" on public.article_template_tags for delete to authenticated
using ((select public.has_role('super_admin', 'editor')));

create trigger resolve_tag before insert on public.article_template_tags
for each row execute function private.resolve_tag();

insert into private.saved_columns select 'public.article_templates', unnest(array[
  'name', 'description', 'title_pattern', 'standfirst', 'content', 'excerpt', 'category_id', 'credits', 'opening',
  'facts']);

-- Saves a template as private.save_row does, and its tags, in one transaction. Runs as the caller: the policies decide.
create function public.save_template(p_id uuid, p_version integer, p_template jsonb, p_tags uuid[])
returns public.article_templates
language plpgsql security invoker set search_path = ''
as $$
declare saved public.article_templates;
begin
  saved := private.save_row(null::public.article_templates, 'template', p_id, p_version, p_template);
  delete from public.article_template_tags where template_id = saved.id and tag_id <> all (p_tags);
  insert into public.article_template_tags (template_id, tag_id)
  select saved.id, t from unnest(p_tags) t on conflict do nothing;
  return saved;
end $$;
grant execute on function public.save_template(uuid, integer, jsonb, uuid[]) to authenticated;
