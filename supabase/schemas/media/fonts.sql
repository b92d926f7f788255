-- Uploaded fonts, and which of them the site uses.

create table public.fonts (
  id uuid primary key default gen_random_uuid(),
  font_name text not null check (char_length(font_name) <= 200 and trim(font_name) <> ''),
  font_file_path text not null check (char_length(font_file_path) <= 2000),
  font_weight text not null default 'Normal'
    check (font_weight in ('Normal', 'Light', 'Medium', 'Semi-Bold', 'Bold', 'Extra-Bold')),
  font_style text not null default 'Regular' check (font_style in ('Regular', 'Italic', 'Oblique')),
  font_usage text[] not null default '{}' check (font_usage <@ array['Header', 'Body', 'Accent', 'Buttons'] and cardinality(font_usage) <= 4),
  mime_type text check (char_length(mime_type) <= 200),
  file_size bigint,
  uploaded_by uuid references public.profiles (id) on delete set null,
  created_at timestamptz not null default now()
);
create index fonts_uploaded_by_idx on public.fonts (uploaded_by);

alter table public.fonts enable row level security;
grant select (id, font_name, font_file_path, font_weight, font_style, font_usage, mime_type, file_size, created_at)
on public.fonts to anon, authenticated;
grant insert, update, delete on public.fonts to authenticated;
create policy "everyone reads fonts" on public.fonts for select to anon, authenticated using (true);
create policy "editors add fonts" on public.fonts for insert to authenticated
with check ((select public.has_role('super_admin', 'editor')));
create policy "editors change fonts" on public.fonts for update to authenticated
using ((select public.has_role('super_admin', 'editor'))) with check ((select public.has_role('super_admin', 'editor')));
create policy "editors remove fonts" on public.fonts for delete to authenticated
using ((select public.has_role('super_admin', 'editor')));
create trigger limit_added_rows after insert on public.fonts referencing new table as added_now
for each statement execute function private.limit_added_rows('fonts', '500');

create trigger addresses_as_paths before insert or update of font_file_path on public.fonts
for each row execute function private.store_paths();
create trigger public_row_changed after insert or update or delete on public.fonts
for each row execute function private.public_row_changed();
create trigger log_delete after delete on public.fonts
for each row when (pg_trigger_depth() = 0) execute function private.log_delete();

-- Holds one row at most.
create table public.global_styles (
  id uuid primary key default gen_random_uuid(),
  primary_font_id uuid references public.fonts (id) on delete set null,
  secondary_font_id uuid references public.fonts (id) on delete set null,
  accent_font_id uuid references public.fonts (id) on delete set null,
  updated_at timestamptz not null default now()
);
create unique index global_styles_single_idx on public.global_styles ((true));
create index global_styles_primary_font_idx on public.global_styles (primary_font_id);
create index global_styles_secondary_font_idx on public.global_styles (secondary_font_id);
create index global_styles_accent_font_idx on public.global_styles (accent_font_id);

alter table public.global_styles enable row level security;
grant select on public.global_styles to anon;
grant select, insert, update on public.global_styles to authenticated;
create policy "everyone reads global styles" on public.global_styles for select to anon, authenticated using (true);
create policy "editors add global styles" on public.global_styles for insert to authenticated
with check ((select public.has_role('super_admin', 'editor')));
create policy "editors change global styles" on public.global_styles for update to authenticated
using ((select public.has_role('super_admin', 'editor'))) with check ((select public.has_role('super_admin', 'editor')));

create trigger set_updated_at before update on public.global_styles
for each row execute function private.set_updated_at();
create trigger public_row_changed after insert or update or delete on public.global_styles
for each row execute function private.public_row_changed();
create trigger log_settings after insert or update on public.global_styles
for each row execute function private.log_settings();
