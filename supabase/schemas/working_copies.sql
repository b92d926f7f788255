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
create trigger update_media_references after insert or update or delete on public.article_working_copies
for each row execute function private.update_media_references('article_id');
