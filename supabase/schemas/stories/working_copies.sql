-- Unpublished edits to a published article. They wait here until Update; readers never see this table.

-- `data` holds what the editor shows (`form`, and `base`, the text it was begun from) and `patch`: the article's columns
-- and tag_ids as they would be saved. Only `patch` is read in SQL.
create table public.article_working_copies (
  article_id uuid primary key references public.articles (id) on delete cascade,
  data jsonb not null check (jsonb_typeof(data) = 'object'),
  base_version integer not null,
  version integer not null default 1,
  updated_by uuid references public.profiles (id) on delete set null,
  updated_at timestamptz not null default now()
);
create index article_working_copies_updated_by_idx on public.article_working_copies (updated_by);

alter table public.article_working_copies enable row level security;
grant select, insert, update, delete on public.article_working_copies to authenticated;
create policy "working copies of own articles" on public.article_working_copies for select to authenticated
using (public.can_write_article(article_id));
create policy "start a working copy" on public.article_working_copies for insert to authenticated
with check (public.can_write_article(article_id));
create policy "change a working copy" on public.article_working_copies for update to authenticated
using (public.can_write_article(article_id)) with check (public.can_write_article(article_id));
create policy "drop a working copy" on public.article_working_copies for delete to authenticated
using (public.can_write_article(article_id));

-- Sets what no client may choose: the version, the writer and the time.
create function private.before_working_copy_write() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  new.updated_at := now();
  new.updated_by := (select p.id from public.profiles p where p.id = auth.uid());
  new.version := case tg_op when 'INSERT' then 1 else old.version + 1 end;
  return new;
end $$;
create trigger before_working_copy_write before insert or update on public.article_working_copies
for each row execute function private.before_working_copy_write();
-- A working copy holds the text up to three times: the form, what it was begun from, and the patch.
create trigger check_content_limits before insert or update of data on public.article_working_copies
for each row execute function private.check_json_limits('data', 'Content', '4000000');
create trigger addresses_as_paths before insert or update on public.article_working_copies
for each row execute function private.store_paths();
create trigger update_media_references after insert or update or delete on public.article_working_copies
for each row execute function private.update_media_references('article_id');

-- A list with the changes of two, as mergeLists of src/domain/rows/field.ts merges them: mine without what they removed
-- since p_base, and what they added at its end.
create function private.merged_list(p_base jsonb, p_theirs jsonb, p_mine jsonb) returns jsonb
language sql immutable set search_path = ''
as $$
  select coalesce(jsonb_agg(item order by part, place), '[]') from (
    select 1 as part, place, item from jsonb_array_elements(p_mine) with ordinality as mine (item, place)
    where not p_base @> jsonb_build_array(item) or p_theirs @> jsonb_build_array(item)
    union all
    select 2, place, item from jsonb_array_elements(p_theirs) with ordinality as theirs (item, place)
    where not p_base @> jsonb_build_array(item) and not p_mine @> jsonb_build_array(item)) as merged
$$;

-- The patch of a working copy as Update writes it now: lists that were changed in the article meanwhile have the changes
-- of both.
create function private.patch_of_copy(p_copy public.article_working_copies) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  patch jsonb := coalesce(p_copy.data -> 'patch', '{}');
  stored jsonb; list text; base jsonb; theirs jsonb; mine jsonb;
begin
  select jsonb_build_object('tag_ids', private.article_tag_ids(a.id), 'credits', a.credits, 'gallery', a.gallery) into stored
  from public.articles a where a.id = p_copy.article_id;
  for list, theirs in select * from jsonb_each(stored) loop
    -- A story without credits has null.
    theirs := coalesce(nullif(theirs, 'null'), '[]');
    mine := coalesce(nullif(patch -> list, 'null'), '[]');
    base := p_copy.data #> array['base', list];
    if patch ? list and jsonb_typeof(base) = 'array' and base <> theirs then
      mine := private.merged_list(base, theirs, mine);
      patch := patch || jsonb_build_object(list, case when list <> 'credits' or mine <> '[]' then mine end);
    end if;
  end loop;
  return patch;
end $$;
grant execute on function private.patch_of_copy(public.article_working_copies) to service_role;
