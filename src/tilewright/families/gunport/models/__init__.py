"""The four formulations of Chlond and Bosch as 0/1 programs, in modules that read like the paper.

Chlond and Bosch, The Gunport Problem, INFORMS Transactions on Education 6:2, 2006.
"""
