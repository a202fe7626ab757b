-- Names of folders around the project. Uploads of before lack them: files of other packages are looked for in
-- the folder of the project.
ALTER TABLE release_commits ADD COLUMN IF NOT EXISTS Folders Array(Array(String)) CODEC(ZSTD(3))
