-- Two editors of one author: the second save finds another time than it began from, and changes nothing unasked.
create trigger touch_author before update on public.author_profiles
for each row execute function private.touch_updated_at();
